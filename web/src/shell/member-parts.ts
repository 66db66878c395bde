import { lazy } from 'react';
import { untilLoaded } from '../app/load-part.ts';

// Guests never load these parts, and no menu; members load all of them in one file.
const parts = () => untilLoaded(() => import('./member/parts.ts'));

export const MemberLinks = lazy(async () => ({ default: (await parts()).MemberLinks }));
export const MemberTools = lazy(async () => ({ default: (await parts()).MemberTools }));
export const MemberTabs = lazy(async () => ({ default: (await parts()).MemberTabs }));
export const NoticeBars = lazy(async () => ({ default: (await parts()).NoticeBars }));
