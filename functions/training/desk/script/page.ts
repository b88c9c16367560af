// What all parts of the page use: its elements, and what it says to screen readers. A part of the script of the page for instructors, in which all parts share one scope.

export const pageScript = String.raw`'use strict';
const main = document.getElementById('desk');
const config = JSON.parse(main.dataset.config);
const { texts } = config;
const view = document.getElementById('view');
const status = document.getElementById('status');
const queueBar = document.getElementById('queue');

const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** An element with properties, attributes (with a hyphen) and children. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key.includes('-') || key === 'for' || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== ''));
  return element;
}

const say = (text) => {
  status.textContent = text;
};

`;
