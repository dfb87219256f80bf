package io.fairstream.rules.share;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random jobs of several users in banks of different depth, and in plain stretches what they held. */
final class AssociationHistory {
    /** After all events. */
    static final long END = 40_000_000;

    private static final String[] USERS = {"alice", "bob", "b", ""};
    private static final String[] BANKS = {"", "root", "root/a", "root/a", "root/a/b", "root/a/b", "root/c/d/e"};
    private static final JobState[] STATES = {
        JobState.RUNNING,
        JobState.RUNNING,
        JobState.SUSPENDED,
        JobState.STAGE_IN,
        JobState.RESERVED,
        JobState.STAGE_OUT,
        JobState.PENDING
    };

    final List<JobEvent> events = new ArrayList<>();
    final List<Stretch> stretches = new ArrayList<>();
    private final List<Stretch> run = new ArrayList<>();
    private final Random random;

    /**
     * Resources held for a time.
     *
     * @param to milliseconds since 1970; {@link #END} while it is held
     * @param endedAt when its run ended, or null
     */
    record Stretch(
            String path,
            AllocatedResources held,
            long from,
            long to,
            @Nullable Long endedAt) {
        boolean isOpen() {
            return to == END;
        }
    }

    private AssociationHistory(Random random) {
        this.random = random;
    }

    static AssociationHistory of(Random random, int size) {
        AssociationHistory history = new AssociationHistory(random);
        for (int job = 1; history.events.size() < size; job++) {
            long now = 1L + random.nextInt(3_000_000);
            for (int again = random.nextInt(5) == 0 ? 2 : 1; again > 0; again--) {
                int length = 2 + random.nextInt(random.nextInt(10) == 0 ? 40 : 8);
                now = history.addJob(job, now, length, again > 1 || random.nextInt(4) > 0);
            }
        }
        return history;
    }

    /** Adds a job of a number; returns when the next of the number may be submitted. */
    private long addJob(long job, long submitted, int length, boolean ends) {
        String user = oneOf(USERS);
        String bank = oneOf(BANKS);
        boolean saysNodes = random.nextBoolean();
        AllocatedResources held = held(saysNodes);
        int runs = 1;
        boolean isNewRun = false;
        long now = submitted;
        for (int left = length; left > 0; left--) {
            boolean isLast = left == 1 && ends;
            JobState state = isLast ? JobState.COMPLETE : oneOf(STATES);
            if (isNewRun && !isLast) {
                runs++;
            }
            isNewRun = state == JobState.PENDING;
            if (random.nextInt(4) == 0) {
                held = held(saysNodes);
            }
            String other = random.nextInt(10) == 0 ? "root/moved" + random.nextInt(2) : bank;
            boolean isMoved = !other.equals(bank);
            bank = other;
            JobFacts said =
                    JobText.facts(user, bank, null, held.processors(), held.nodes(), held.gpus(), held.memoryMiB());
            events.add(new JobEvent("tux", job, submitted, "r" + runs, now, state, said));
            if (isMoved || isLast || isNewRun) {
                end(now);
            }
            long then = now + 1 + random.nextInt(400_000);
            if (state.isAllocated() || state.isReserved()) {
                boolean isOpen = left == 1;
                run.add(new Stretch(BankPaths.path(bank, user), held, now, isOpen ? END : then, null));
            }
            now = then;
        }
        stretches.addAll(run);
        run.clear();
        return now;
    }

    private void end(long at) {
        run.forEach(part -> stretches.add(new Stretch(part.path, part.held, part.from, part.to, at)));
        run.clear();
    }

    private <T> T oneOf(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private AllocatedResources held(boolean saysNodes) {
        Integer nodes = saysNodes ? Integer.valueOf(1 + random.nextInt(4)) : null;
        return new AllocatedResources(1 + random.nextInt(8), nodes, random.nextInt(3), random.nextInt(4) * 1024L);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> text.append(event).append('\n'));
        return text.toString();
    }
}
