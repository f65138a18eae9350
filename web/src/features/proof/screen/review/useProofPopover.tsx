import type { ReactNode } from 'react';
import type { Topic, Version } from '@/api';
import { sizeOf } from '../../engine';
import type { Markup } from '../../markup';
import { MarkComposer } from '../../threads/message/MarkComposer';
import { MarkThread } from '../../threads/MarkThread';
import type { ThreadProps } from '../../threads/threadProps';
import type { Viewer } from '../../viewer/useViewer';

interface Options {
  markup: Markup;
  viewer: Viewer;
  version: Version;
  topics: readonly Topic[];
  draftKey: string;
  shared: Omit<ThreadProps, 'topics'>;
  onSending: (sending: boolean) => void;
  onClose: (id: string) => void;
  onSaved: (topicId: string) => void;
}

/**
 * Returns the popover at a mark: the composer of the unsaved one, or else the topic opened by its
 * pin.
 */
export function useProofPopover(options: Options): { id: string; label: string; content: ReactNode } | null {
  const { markup, viewer, version, topics, draftKey, shared, onSending, onClose, onSaved } = options;
  const { state, unsaved, dispatch } = markup;
  if (state.gesture !== null) return null;

  if (unsaved) {
    return {
      id: unsaved.id,
      label: 'New comment',
      content: (
        <MarkComposer
          mark={unsaved}
          size={sizeOf(viewer.pages, unsaved.page)}
          scale={viewer.zoom.scale}
          draftKey={draftKey}
          module={version.fileType === 'pdf' ? version.pdfAnnotationModule : undefined}
          people={shared.people}
          actions={shared.actions}
          onSending={onSending}
          onSaved={(topicId) => {
            dispatch({ type: 'saved', id: unsaved.id, topicId });
            onSaved(topicId);
          }}
          onClose={() => onClose(unsaved.id)}
        />
      ),
    };
  }

  const topic = topics.find((t) => t.id === state.selected);
  const pin = markup.pins.find((p) => p.id === state.selected);
  if (!topic || !pin || markup.place !== 'mark') return null;
  return {
    id: topic.id,
    label: `Comment ${pin.number}`,
    content: (
      <MarkThread
        {...shared}
        topic={topic}
        number={pin.number}
        color={markup.looks.get(topic.id)?.color ?? 'blue'}
        onClose={() => onClose(topic.id)}
      />
    ),
  };
}
