import type { Board } from '@/api/board/boardData';
import type { Card, Column } from '@/api/generated';
import { cardHeight } from '@/shared/view/CardContent';
import type { Density } from '@/shared/view/cardView';
import { placeId } from '../drag/dropRules';

/**
 * The sizes of the column's content in px. Positions are computed instead of measured, so that
 * 10,000 cards are fast.
 */
export const gap = 8;
export const zoneHead = 30;
const emptyZone = 56;
const padding = 8;

export type ZoneView = {
  /** The id of the droppable. */
  id: string;
  title: string;
  total: number;
  /** Whether it has a heading, which is `zoneHead` high. */
  headed: boolean;
  collapsible: boolean;
  open: boolean;
  cards: Card[];
  /** The top of each card in the zone's list. */
  tops: number[];
  height: number;
  /** The top of the list in the scroll container. */
  offset: number;
};

function measure(cards: Card[], density: Density): { tops: number[]; height: number } {
  const tops: number[] = [];
  let at = 0;
  for (const card of cards) {
    tops.push(at);
    at += cardHeight(card, density) + gap;
  }
  return { tops, height: Math.max(at, emptyZone) };
}

/** A zone of a folded column, which shows no cards. */
export const asStrip = (zone: ZoneView): ZoneView => ({ ...zone, headed: false, cards: [], tops: [], height: 0 });

/** Returns the zones of a column from top to bottom, with the positions of their parts. */
export function zonesOf(board: Board, column: Column, completedOpen: boolean, density: Density): ZoneView[] {
  const zones =
    column.zones && column.zones.length > 1
      ? column.zones
      : [{ zone: '', title: '', taskIds: column.taskIds, total: column.total }];
  const headed = zones.length > 1;
  let offset = padding;
  return zones.map(({ zone, title, taskIds, total }) => {
    const collapsible = zone === 'completed';
    const open = !collapsible || completedOpen;
    const cards = open ? taskIds.map((id) => board.cards[id]).filter((card) => card !== undefined) : [];
    const { tops, height } = open ? measure(cards, density) : { tops: [], height: 0 };
    offset += headed ? zoneHead : 0;
    const view = {
      id: placeId(column.typeStatus, zone),
      title,
      total,
      headed,
      collapsible,
      open,
      cards,
      tops,
      height,
      offset,
    };
    offset += height + padding;
    return view;
  });
}
