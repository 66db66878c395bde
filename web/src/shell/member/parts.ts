/** All of the frame that only signed-in people see, as one file. */
export { MemberLinks } from './member-links.tsx';
export { MemberTabs } from './member-tabs.tsx';
export { MemberTools } from './member-tools.tsx';
export { NoticeBars } from './notice-bars.tsx';
