let brand = document.title;
let page = '';

function show(): void {
  document.title = [page, brand].filter(Boolean).join(' · ');
}

/** Sets the tenant's name, which follows the title of the page in the window's title. */
export function setBrandTitle(name: string): void {
  brand = name;
  show();
}

/** Sets the title of the page; '' where the brand is enough. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}
