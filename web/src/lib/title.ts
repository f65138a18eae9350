const product = document.title;
let brand = product;
let page = '';

function show(): void {
  document.title = [page, brand].filter(Boolean).join(' · ');
}

/** Sets the tenant's name, which follows the title of the page in the window's title; '' for the product's. */
export function setBrandTitle(name: string): void {
  brand = name || product;
  show();
}

/** Sets the title of the page; '' where the brand is enough. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}
