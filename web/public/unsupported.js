// Leads to the page for unsupported browsers (SH-156), which it draws itself where the app does not start (SH-155).
// features/entry/NotSupported.tsx has the same words. Both scripts run in old browsers, so they use no new syntax.
(function () {
  if (location.pathname !== '/not-support') return location.replace('/not-support');
  var root = document.getElementById('root');
  if (root.firstChild) return; // The app has started after all, and shows the page itself.
  root.innerHTML =
    '<main style="max-width: 360px; margin: 80px auto; font: 15px/1.5 sans-serif"><h1>Browser Not Supported!</h1>' +
    '<p>Please open this page in the current version of one of these browsers.</p><ul>' +
    '<li><a href="https://www.google.com/chrome/" rel="noreferrer">Chrome</a></li>' +
    '<li><a href="https://www.mozilla.org/firefox/" rel="noreferrer">Firefox</a></li>' +
    '<li><a href="https://www.microsoft.com/edge" rel="noreferrer">Microsoft Edge</a></li></ul></main>';
})();
