// Which view is shown, and how the page begins. A part of the script of the page for instructors, in which all parts share one scope.

export const routeScript = `let turn = 0;
function route() {
  turn += 1;
  const own = turn;
  const isCurrent = () => own === turn;
  if (session === null) return showSignIn(false);
  document.getElementById('sign-out').hidden = false;
  const [name, classId, sessionId] = location.hash.slice(1).split('/');
  const chosen = findSession(classId, sessionId);
  if (name === 'roster' && chosen) return showRoster(chosen, isCurrent);
  if (name === 'scan' && chosen && chosen.canRecord) return showScanner(chosen, isCurrent);
  return showSessions(isCurrent);
}

document.getElementById('sign-out').addEventListener('click', signOut);
queueBar.lastElementChild.addEventListener('click', send);
window.addEventListener('hashchange', () => {
  if (!new URLSearchParams(location.hash.slice(1)).has('state')) route();
});
window.addEventListener('online', () => {
  retryDelay = 2000;
  send();
});
completeSignIn().then((hasFailed) => {
  if (hasFailed) return showSignIn(true);
  if (session !== null) loadQueue();
  route();
  if (queue.size > 0) send();
});
`;
