// Every browser understands this. What it does: unsupported.js
(window.AbortSignal || {}).any || (document.body.appendChild(document.createElement('script')).src = '/unsupported.js');
