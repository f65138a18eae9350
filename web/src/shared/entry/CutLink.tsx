import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from '@/ui';

/** What somebody reads whose link lacks a part, or has more than it was sent with. */
export const cutLink = {
  title: 'This link is not complete',
  text: 'A part of it is missing, or something was added. Copy the link as it was sent, and open it again.',
};

/** Leads from a link that lacks a parameter to the sign-in (SH-116, SH-128), and says why. */
export function CutLink({ to }: { to: string }) {
  useEffect(() => {
    // One toast, although StrictMode runs effects twice.
    toast({ type: 'WARNING', title: cutLink.title, message: cutLink.text, id: 'cut-link' });
  }, []);
  return <Navigate to={to} replace />;
}
