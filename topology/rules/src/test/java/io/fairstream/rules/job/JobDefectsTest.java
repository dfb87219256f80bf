package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.journal.Outcome.Effect;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Defects of the past. */
class JobDefectsTest {
    @Test
    void aRunOfWhichOnlyTheEndIsSaidEndsThenAndNotWhenTheRunBeforeItDid() {
        JobPipeline books = new JobPipeline();
        JobText.events("10 RUNNING x4 alice #r1; 20 COMPLETE #r1; 30 COMPLETE CANCELLED #r2")
                .forEach(books::apply);
        JobSnapshot newest = Objects.requireNonNull(books.ledger().newest());
        assertEquals(30_000, newest.since());
        assertEquals(30_000, newest.endTime());
        assertNull(newest.start());
        assertEquals("40+0 runs 1 final; alice 40", books.told(100));
        assertEquals(
                Effect.APPLIED,
                books.apply(JobText.event("30 COMPLETE alice #r2")).effect());
    }

    @Test
    void whenAJobWasSubmittedMayBeSaidAfterItsOlderEventsWentToAPage() {
        List<JobEvent> events = JobText.events("10 RUNNING x1 alice; 20 RUNNING x2; 22 RUNNING x1; 24 RUNNING x2;"
                + " 26 RUNNING x1; 28 RUNNING x2; 30 RUNNING x1; 32 RUNNING x2; 34 RUNNING x1; 36 RUNNING x2; 38 RUNNING x1;"
                + " 40 RUNNING x2; 42 RUNNING x1; 44 RUNNING x2; 46 RUNNING x1; 48 RUNNING x2; 50 RUNNING x1; 52 RUNNING x1 @9;"
                + " 60 RUNNING x3; 70 COMPLETE");
        JobPipeline undisturbed = new JobPipeline();
        events.forEach(undisturbed::apply);
        assertEquals("@9 96+0 runs 1 final; alice 96", undisturbed.told(100));
        for (int interval = 1; interval <= events.size(); interval++) {
            JobPipeline restarted = new JobPipeline();
            for (int i = 0; i < events.size(); i++) {
                restarted.apply(events.get(i));
                if (i % interval == interval - 1) {
                    JobSnapshot newest = restarted.ledger().newest();
                    restarted.commit();
                    restarted.restart();
                    assertEquals(newest, restarted.ledger().newest(), "commits every " + interval + " events, at " + i);
                }
            }
            assertEquals(undisturbed.told(100), restarted.told(100), "commits every " + interval + " events");
            assertEquals(undisturbed.ledger().newest(), restarted.ledger().newest());
        }
    }

    @Test
    void aJobKeepsItsNameWhenItsLaterEventsDoNotSayWhenItWasSubmitted() {
        JobPipeline books = new JobPipeline();
        books.apply(JobText.event("10 RUNNING x1 alice"));
        books.apply(JobText.event("11 RUNNING x1 @9"));
        for (int second = 12; second < 60; second++) {
            books.apply(JobText.event(second + " RUNNING x" + (1 + second % 2)));
            books.commit();
            books.restart();
        }
        books.apply(JobText.event("60 COMPLETE"));
        assertEquals("@9 74+0 runs 1 final; alice 74", books.told(100));
    }
}
