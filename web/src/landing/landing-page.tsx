import { Container, Stack } from '@mantine/core';
import { EndCall } from './end-call.tsx';
import { Fees } from './fees.tsx';
import { Guide } from './guide.tsx';
import { Hero } from './hero.tsx';
import { SampleCreators } from './sample-creators.tsx';
import { Why } from './why.tsx';

/** The product, its creators, the fees and the first steps (overview specification 1). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Container size="xl">
        <Stack gap={88} mt={72}>
          <SampleCreators />
          <Why />
          <Fees />
          <Guide />
          <EndCall />
        </Stack>
      </Container>
    </>
  );
}
