export { decode, encode, limits, pageOf, shapeId } from './codec';
export type { Annotation } from './codec';
export { anchor, bounds, distance, handles, hitTest, isDot, sizeOf } from './geometry';
export { pins } from './pins';
export type { Pin } from './pins';
export { initial, step, visible } from './step';
export { colors, defaults, kinds, tools } from './types';
export type { Aim, Change, Color, Event, Gesture, Kind, Mark, Point, Size, State, Tool } from './types';
