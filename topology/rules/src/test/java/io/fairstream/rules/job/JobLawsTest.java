package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.usage.UserAccount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The laws of job ledgers and the accounts they charge, over random histories of one number. */
class JobLawsTest {
    private static final long END = 100_000;

    @Test
    void anyOrderOfDeliveryAndAnyRepeatsGiveTheSame() {
        check(2000, 30);
    }

    @Test
    void alsoOverManyPages() {
        assertTrue(check(100, 200) > 100, "pages written");
    }

    /** As Slurm does after NODE_FAIL, PREEMPTED and a requeue. */
    @Test
    void alsoWhenAJobIsSubmittedAnewAtTheInstantAtWhichItsRunEnded() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<JobEvent> events = new ArrayList<>();
            long expected = 0;
            long now = 10;
            int runs = 1 + random.nextInt(12);
            for (int run = 1; run <= runs; run++) {
                long submitted = now;
                boolean requeued = random.nextInt(3) == 0;
                long length = 1L + random.nextInt(50);
                events.add(run(submitted, now, JobState.PENDING));
                now += random.nextBoolean() ? 0 : random.nextInt(50);
                events.add(run(submitted, now, JobState.RUNNING));
                now += length;
                expected += 2 * length;
                events.add(run(submitted, now, requeued && run < runs ? JobState.PENDING : JobState.COMPLETE));
            }
            JobPipeline inOrder = play(events, random);
            assertEquals("@10 " + expected + "+0 runs " + runs + " final; alice " + expected, inOrder.told(END));
            Collections.shuffle(events, random);
            JobPipeline shuffled = play(events, random);
            assertEquals(inOrder.told(END), shuffled.told(END), "seed " + seed + ": " + events);
            assertEquals(inOrder.ledger().newest(), shuffled.ledger().newest(), "seed " + seed);
        }
    }

    /** Also if a state is reported again, which changes no allocation. */
    @Test
    void whenItsUserWasSeenLastDoesNotDependOnTheOrderOfDelivery() {
        JobState[] states = {JobState.PENDING, JobState.RUNNING, JobState.SUSPENDED, JobState.HELD};
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<JobEvent> events = new ArrayList<>();
            int size = 1 + random.nextInt(8);
            for (int second = 1; second <= size; second++) {
                boolean isLast = second == size && random.nextBoolean();
                JobState state = isLast ? JobState.COMPLETE : states[random.nextInt(states.length)];
                events.add(run(1, second, state));
            }
            JobPipeline inOrder = play(events, random);
            Collections.shuffle(events, random);
            JobPipeline shuffled = play(events, random);
            assertEquals(inOrder.lastSeen(), shuffled.lastSeen(), "seed " + seed + ": " + events);
        }
    }

    private static JobEvent run(long submitted, long at, JobState state) {
        return new JobEvent(
                "tux", 7, submitted * 1000, "", at * 1000, state, JobText.facts("alice", "root/a", null, 2));
    }

    private static int check(int histories, int largest) {
        int spills = 0;
        for (int i = 0; i < histories; i++) {
            long seed = Long.getLong("fairstream.seed", i);
            Random random = new Random(seed);
            History history = History.of(random, 1 + random.nextInt(largest));
            List<JobEvent> delivered = new ArrayList<>(history.events);
            delivered.addAll(history.events.subList(0, random.nextInt(history.events.size())));
            Collections.shuffle(delivered, random);
            JobPipeline inOrder = play(history.events, random);
            JobPipeline shuffled = play(delivered, random);
            String what = "seed " + seed + ": " + history.events;
            assertEquals(history.told(), inOrder.told(END), what);
            assertEquals(history.told(), shuffled.told(END), what);
            assertEquals(inOrder.ledger().newest(), shuffled.ledger().newest(), what);
            assertEquals(inOrder.ends(), shuffled.ends(), what);
            assertEquals(history.ran, shuffled.ends().size(), what);
            assertEquals(history.held * 1_000_000, shuffled.held().cpuMicros(), what);
            assertSame(inOrder.usersAt(END * 1000), shuffled.usersAt(END * 1000), what);
            spills += shuffled.spills();
        }
        return spills;
    }

    private static JobPipeline play(List<JobEvent> events, Random random) {
        JobPipeline books = new JobPipeline();
        for (JobEvent event : events) {
            books.apply(event);
            if (random.nextInt(3) == 0) {
                books.commit();
            }
        }
        return books;
    }

    private static void assertSame(Map<String, UserAccount> one, Map<String, UserAccount> other, String what) {
        assertEquals(one.keySet(), other.keySet(), what);
        one.forEach((user, account) -> {
            UserAccount same = Objects.requireNonNull(other.get(user));
            assertEquals(account.decayed().cpuAllocated(), same.decayed().cpuAllocated(), 1e-6, what);
            assertEquals(account.decayed().cpuReserved(), same.decayed().cpuReserved(), 1e-6, what);
            assertEquals(account.userId(), same.userId(), what);
        });
    }

    /** Jobs of one number that follow each other, and in plain sums what they are charged. */
    private static final class History {
        private static final JobState[] STATES = {
            JobState.RUNNING,
            JobState.SUSPENDED,
            JobState.STAGE_IN,
            JobState.RESERVED,
            JobState.STAGE_OUT,
            JobState.PENDING
        };
        private static final String[] USERS = {"alice", "bob"};

        private final List<JobEvent> events = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private final Map<String, Long> users = new TreeMap<>();
        private long now = 10;
        private long held;
        private int ran;

        static History of(Random random, int size) {
            History history = new History();
            while (history.events.size() < size) {
                history.addJob(random, size);
            }
            return history;
        }

        private void addJob(Random random, int size) {
            long submitted = now;
            String user = USERS[random.nextInt(2)];
            long[] charged = new long[2];
            int runs = 0;
            boolean isInRun = false;
            for (int left = 1 + random.nextInt(size); left >= 0; left--) {
                JobState state = left == 0 ? JobState.COMPLETE : STATES[random.nextInt(STATES.length)];
                int processors = 1 + random.nextInt(8);
                runs += state.isInRun() && !isInRun ? 1 : 0;
                isInRun = state.isInRun();
                events.add(new JobEvent(
                        "tux",
                        7,
                        submitted * 1000,
                        "",
                        now * 1000,
                        state,
                        JobText.facts(user, "root/a", null, processors)));
                long then = now + 1 + random.nextInt(50);
                if (state == JobState.RUNNING) {
                    charged[0] += processors * (then - now);
                } else if (state.isReserved()) {
                    charged[1] += processors * (then - now);
                }
                now = then;
            }
            users.merge(user, charged[0] + charged[1], Long::sum);
            users.values().removeIf(charge -> charge == 0);
            held += charged[0] + charged[1];
            ran += runs > 0 ? 1 : 0;
            told.add("@" + submitted + " " + charged[0] + "+" + charged[1] + " runs " + runs + " final");
            now += 5;
        }

        String told() {
            StringBuilder text = new StringBuilder(String.join(", ", told));
            String before = "; ";
            for (Map.Entry<String, Long> user : users.entrySet()) {
                text.append(before).append(user.getKey()).append(' ').append(user.getValue());
                before = " ";
            }
            return text.toString();
        }
    }
}
