import type { LayoutName } from '../statement.ts';
import { classic } from './classic.ts';
import { compact } from './compact.ts';
import { daybook } from './daybook.ts';
import type { Layout } from './layout.ts';
import { modern } from './modern.ts';

/** Every appearance by its name. */
export const layouts: Record<LayoutName, Layout> = { classic, modern, compact, daybook };
