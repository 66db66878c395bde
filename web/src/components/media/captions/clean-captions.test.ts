import { expect, test } from 'vitest';
import { cleanCaptions } from './clean-captions.ts';

test('times and text stay; styles, regions, notes, settings and marks do not', () => {
  const file = [
    '\uFEFFWEBVTT - a title\r\nKind: captions',
    'STYLE\n::cue { background: url(https://example.com/a.png) }',
    'REGION\nid:top\nwidth:40%',
    'NOTE 00:01.000 --> 00:02.000 was here',
    'intro\n00:01.000 --> 00:02.500 line:0 position:20%\n<v Lin><b>Good</b> morning</v>\n<img src=x onerror=alert(1)>',
    '01:00:03.000 --> 01:00:04.000\nTwo lines,\none < two &amp; more <unclosed',
    '00:05 --> 00:06\nno milliseconds',
    '00:07.000 --> 00:08.000\n<i></i>',
    'no times at all',
  ].join('\r\n\r\n');
  expect(cleanCaptions(file)).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.500\nGood morning\n\n01:00:03.000 --> 01:00:04.000\nTwo lines,\none\n',
  );
});

test('what is no WebVTT has no captions; a file of many is cut', () => {
  expect(cleanCaptions('')).toBe('WEBVTT\n\n\n');
  const many = Array.from({ length: 20_000 }, () => '00:01.000 --> 00:02.000\na').join('\n\n');
  expect(cleanCaptions(many).split('-->')).toHaveLength(10_001);
});
