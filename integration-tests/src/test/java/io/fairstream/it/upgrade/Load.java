package io.fairstream.it.upgrade;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.json.PlainJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.avro.specific.SpecificRecord;

/** Jobs that run again and again and slots that change hands, for as long as the test does something else. */
final class Load {
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final int JOBS = 40;
    private static final int SLOTS = 30;
    private static final int ROUND_SECONDS = 120;
    private static final long PAUSE_MILLIS = 700;

    private final Site site;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread;
    private int rounds;

    private Load(Site site) {
        this.site = site;
        thread = new Thread(this::sendAll, "load");
    }

    /** Starts it. */
    static Load on(Site site) {
        Load load = new Load(site);
        load.thread.setDaemon(true);
        load.thread.start();
        return load;
    }

    /** Ends it; all is sent when this returns. */
    void finish() {
        isOver.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends the same to another site, at once. */
    void repeat(Site other) {
        for (int round = 0; round < rounds; round++) {
            send(round, other);
        }
        other.flush();
    }

    private void sendAll() {
        while (!isOver.get()) {
            send(rounds, site);
            site.flush();
            rounds++;
            pause();
        }
    }

    private static void send(int round, Site site) {
        for (SpecificRecord event : round(round)) {
            if (event instanceof JobEvent job) {
                site.send(Topics.JOB_EVENTS, job.getCluster() + "/" + job.getJobId(), job);
            } else if (event instanceof MatchEvent match) {
                site.send(Topics.MATCHES, match.getResource(), match);
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** In each round every job begins or ends a run, and every slot is matched or left. */
    private static List<SpecificRecord> round(int round) {
        List<SpecificRecord> events = new ArrayList<>();
        for (int job = 1; job <= JOBS; job++) {
            events.add(job(job, round));
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            Object change = round % 2 == 0
                    ? new Matched("user" + (slot + round) % 7 + "@pool", 1.0 + slot % 3, "m" + round)
                    : new Unmatched("m" + (round - 1));
            events.add(new MatchEvent("slot" + slot, "", at(round, slot), change));
        }
        return events;
    }

    private static Instant at(int round, int second) {
        return START.plusSeconds((long) round * ROUND_SECONDS + second);
    }

    private static JobEvent job(int job, int round) {
        String says = round == 0
                ? String.format(
                        "\"state\":\"PENDING\",\"submitted\":\"%s\",\"user\":\"user%d\",\"userId\":%d,\"groups\":[\"users\"],"
                                + "\"bank\":\"root/bank%d\",\"processors\":%d,\"nodes\":1,\"tres\":\"gres/gpu=1\"",
                        at(0, job), job % 7, job % 7, job % 3, 1 + job % 5)
                : round % 2 == 1
                        ? String.format("\"state\":\"RUNNING\",\"run\":\"r%d\"", round)
                        : String.format(
                                "\"state\":\"COMPLETE\",\"run\":\"r%d\",\"outcome\":\"FAILED\",\"energyMillijoules\":%d",
                                round - 1, 1000 + round);
        return PlainJson.read(
                JobEvent.class,
                String.format("{\"cluster\":\"tux\",\"jobId\":%d,\"at\":\"%s\",%s}", job, at(round, job), says));
    }
}
