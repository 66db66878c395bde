import { z } from 'zod';

// The page's content policy forbids code made from text; schemas made after this do without it.
z.config({ jitless: true });
