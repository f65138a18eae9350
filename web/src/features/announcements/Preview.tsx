import { useEffect, useState } from 'react';
import { usePreviewAnnouncementMutation } from '@/api/shell';
import { hexColour } from '@/lib/format/colour';
import { Icon } from '@/ui';
import bar from './announcement.module.css';
import { AnnouncementText } from './AnnouncementText';
import { type Draft, emptyDraft, textLimit } from './draft';
import classes from './manage.module.css';

/** The delay in ms after typing before the server is asked. */
const debounceMs = 400;

/** Returns what the server leaves of a text, undefined until it has answered, or null if it did not. */
function useCleaned(html: string): string | null | undefined {
  const [call] = usePreviewAnnouncementMutation();
  const [answer, setAnswer] = useState<string | null>();
  useEffect(() => {
    if (!html || html.length > textLimit) return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      call({ announcementText: { html } })
        .unwrap()
        .then(({ data }) => !gone && setAnswer(data.html))
        .catch(() => !gone && setAnswer(null));
    }, debounceMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [html, call]);
  return answer;
}

/** The announcement as people will see it: the text is what the server leaves of it. */
export function Preview({ draft: { html, background, colour, lasting } }: { draft: Draft }) {
  const cleaned = useCleaned(html);
  const style = {
    background: hexColour(background) ?? emptyDraft.background,
    color: hexColour(colour) ?? emptyDraft.colour,
  };
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.quiet}>
        {cleaned === null ? 'The preview could not be made. It is tried again when you change the text.' : 'Preview'}
      </p>
      <div className={bar.bar} style={style}>
        {html && cleaned ? (
          <AnnouncementText html={cleaned} />
        ) : (
          <div className={bar.text}>{html ? '…' : 'Your text shows here.'}</div>
        )}
        {!lasting && (
          <span className={bar.button}>
            <Icon name="close" size={16} />
          </span>
        )}
      </div>
    </section>
  );
}
