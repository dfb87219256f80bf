package io.fairstream.cli.demo;

import io.fairstream.reports.records.Sender;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sends the events of the demo's pool as its clock reaches them. */
final class DemoFeed implements AutoCloseable {
    private final Sender<MatchEvent> matches;
    private final DemoPool pool;
    private @Nullable MatchEvent next;
    private Instant last = DemoPool.BEGIN;

    DemoFeed(Settings settings, DemoPool pool) {
        this.pool = pool;
        try (Sender<AccountEdit> edits = Sender.open(settings, Topics.ACCOUNT_EDITS)) {
            Habit.ALL.stream().filter(Habit::isFactorDecided).forEach(habit -> decideFactor(habit, edits));
            edits.flush();
        }
        matches = Sender.open(settings, Topics.MATCHES);
    }

    private static void decideFactor(Habit habit, Sender<AccountEdit> edits) {
        SetFactor edit = new SetFactor(habit.factor(), null);
        edits.send(habit.user(), new AccountEdit(habit.user(), DemoPool.BEGIN, "the demo's administrator", edit, null));
    }

    /** Sends everything up to that instant. */
    void advance(Instant until) {
        while (next != null || pool.hasNext()) {
            MatchEvent event = next == null ? pool.next() : next;
            next = event;
            if (event.getAt().isAfter(until)) {
                return;
            }
            matches.send(event.getResource(), event);
            next = null;
            last = event.getAt();
        }
    }

    long sent() {
        return matches.sent();
    }

    /** When the newest event sent happened. */
    Instant last() {
        return last;
    }

    /** Waits until all that was sent has arrived. */
    void flush() {
        matches.flush();
    }

    @Override
    public void close() {
        matches.close();
    }
}
