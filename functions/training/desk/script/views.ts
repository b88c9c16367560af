// How a view is shown, and the views of a person who is not signed in or of a problem. A part of the script of the page for instructors, in which all parts share one scope.

export const viewsScript = `// Views.
let cleanUp = [];
function show(title, ...children) {
  for (const action of cleanUp) action();
  cleanUp = [];
  const heading = make('h1', { tabIndex: -1 }, title);
  view.replaceChildren(heading, ...children.filter((child) => child !== undefined));
  document.title = title + ' – ' + config.name;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

const signInButton = () => make('button', { type: 'button', onclick: beginSignIn }, texts.signIn);
function showSignIn(hasFailed) {
  document.getElementById('sign-out').hidden = true;
  show(
    texts.title,
    hasFailed ? make('p', { className: 'problem', role: 'alert' }, texts.signInFailed) : undefined,
    make('p', {}, sessionEnded ? texts.signInAgain : texts.signInIntro),
    signInButton(),
  );
}
/** While something is shown, it stays: the person signs in when they have a moment. */
function showSignedOut() {
  if (document.getElementById('again')) return;
  view.prepend(make('div', { id: 'again', className: 'note', role: 'alert' }, make('p', {}, texts.signInAgain), signInButton()));
}
const showProblem = (title, problem, retry) => {
  if (problem.kind === 'sign-in') return showSignIn(false);
  show(
    title,
    make('p', { className: 'problem', role: 'alert' }, describe(problem)),
    make('div', { className: 'row' }, make('button', { type: 'button', onclick: retry }, texts.tryAgain), make('a', { href: '#' }, texts.back)),
  );
};

`;
