import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { toast } from '@/ui';

/** Leads from a page that is not open to the user to the board, and says why. */
export function NotForYou() {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return; // StrictMode runs effects twice
    told.current = true;
    toast({ type: 'DANGER', title: 'Permission Denied!', message: 'This page is not open to you.' });
  }, []);
  return <Navigate to="/" replace />;
}
