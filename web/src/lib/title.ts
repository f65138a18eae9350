let brand = document.title;
let page = '';

function show(): void {
  document.title = [page, brand].filter(Boolean).join(' · ');
}

/** The tenant's name: the title of the window, after that of the page. */
export function setBrandTitle(name: string): void {
  brand = name;
  show();
}

/** What the page is; '' where the brand is enough. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}
