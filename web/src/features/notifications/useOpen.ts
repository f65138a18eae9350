import { useNavigate } from 'react-router';
import { type Message, useReadMessageMutation } from '@/api/generated';
import { toastError } from '@/shared/command/notify';
import { deepLink } from './deepLink';

/** Marks a message as read and opens its target. */
export function useOpen(onOpen: () => void) {
  const navigate = useNavigate();
  const [read] = useReadMessageMutation();
  return async (message: Message): Promise<void> => {
    if (!message.isRead) void read({ messageId: message.id }).unwrap().catch(toastError);
    onOpen();
    await navigate(deepLink(message.data));
  };
}
