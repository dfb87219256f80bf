package io.fairstream.it.monitoring;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A pool in which everything happens that is watched: work, repeats, late events, edits, refusals, records that nobody can read. */
final class WatchedPool {
    private final Site site;
    private int round;

    WatchedPool(Site site) {
        this.site = site;
    }

    /** The banks. */
    void open() {
        share("root", ShareKind.BANK);
        for (String bank : List.of("physics", "chemistry")) {
            share("root/" + bank, ShareKind.BANK);
            share("root/" + bank + "/alice", ShareKind.USER);
        }
        site.flush();
    }

    private void share(String path, ShareKind kind) {
        site.send(Topics.SHARES, path, new ShareNode(path, kind, 1.0, true, false));
    }

    /** One of each. */
    void happen() {
        round++;
        Instant now = Instant.now();
        String slot = "slot" + round % 50 + "@node";
        MatchEvent matched = new MatchEvent(slot, "", now, new Matched("alice", 4.0, ""));
        site.send(Topics.MATCHES, slot, matched);
        site.send(Topics.MATCHES, slot, matched);
        site.send(Topics.MATCHES, slot, new MatchEvent(slot, "", now.plusMillis(20), new Unmatched("")));
        Instant before = now.minus(Duration.ofHours(2));
        site.send(Topics.MATCHES, slot, new MatchEvent(slot, "", before, new Matched("bob", 1.0, "")));
        site.send(Topics.MATCHES, slot, new MatchEvent(slot, "", before.plusSeconds(1), new Unmatched("")));
        site.send(Topics.MATCHES, null, matched);
        site.raw(Topics.MATCHES, slot, "no event".getBytes(StandardCharsets.UTF_8));
        site.send(
                Topics.ACCOUNT_EDITS,
                "alice",
                new AccountEdit("alice", now, "admin", new SetFactor(1.0 + round, null), null));
        jobs(now);
        site.flush();
    }

    private void jobs(Instant now) {
        for (JobState state : List.of(JobState.PENDING, JobState.RUNNING, JobState.COMPLETE)) {
            JobEvent event = JobEvent.newBuilder()
                    .setCluster("tux")
                    .setJobId(round)
                    .setAt(state == JobState.COMPLETE ? now : now.minusSeconds(60))
                    .setState(state)
                    .setUser("alice")
                    .setBank("root/physics")
                    .setProcessors(8)
                    .build();
            site.send(Topics.JOB_EVENTS, "tux/" + round, event);
        }
    }
}
