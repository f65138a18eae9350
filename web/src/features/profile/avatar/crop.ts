/** The size of a picture in its own pixels. */
export type Size = { width: number; height: number };

/** What is cut from a picture: the centre of a square, in the picture's pixels, and its magnification. */
export type Crop = { x: number; y: number; zoom: number };

export const maxZoom = 4;

const between = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the side of the square in the picture's pixels. Unmagnified it is the largest that fits. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** Keeps the square inside the picture. */
function inside(size: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, maxZoom);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  return {
    x: between(half, crop.x, size.width - half),
    y: between(half, crop.y, size.height - half),
    zoom,
  };
}

/** Returns the largest square in the middle of a picture. */
export const middle = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Magnifies around the centre of the square. */
export const zoomTo = (size: Size, crop: Crop, zoom: number): Crop => inside(size, { ...crop, zoom });

/** Moves the picture below the square. Both distances are parts of the square's side. */
export function drag(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return inside(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** The picture's position below a square of 100 percent, for a style. */
export function placeOf(size: Size, crop: Crop) {
  const side = sideOf(size, crop);
  const percent = (pixels: number) => `${(pixels / side) * 100}%`;
  return {
    width: percent(size.width),
    height: percent(size.height),
    left: percent(side / 2 - crop.x),
    top: percent(side / 2 - crop.y),
  };
}
