package io.fairstream.cli.whatif;

import io.fairstream.cli.events.EventFile;
import io.fairstream.cli.events.InputTopic;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.rules.account.CustomerEdit;
import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.Generated;
import io.fairstream.streams.wire.MatchEventWire;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/**
 * Files of match events and account edits, as {@code fold} takes them; edits go first.
 *
 * @param plays which events count
 * @param sent when they are taken to have been sent
 */
record FileSource(List<EventFile<?>> files, Predicate<Instant> plays, Instant sent) implements Source {
    /** Whether its events count here. */
    static boolean isPlayed(EventFile<?> file) {
        return file.input().equals(InputTopic.ACCOUNT_EDITS) || file.input().equals(InputTopic.MATCHES);
    }

    @Override
    public void fill(Iterable<InMemoryPipeline> books, PrintWriter err) throws IOException {
        read(InputTopic.ACCOUNT_EDITS, err, edit -> put(edit, books));
        read(InputTopic.MATCHES, err, event -> put(event, books));
    }

    private <V extends SpecificRecord> void read(InputTopic<V> topic, PrintWriter err, Consumer<V> events)
            throws IOException {
        long bad = 0;
        for (EventFile<?> file : files) {
            if (file.input().equals(topic)) {
                @SuppressWarnings("unchecked")
                EventFile<V> ofTopic = (EventFile<V>) file;
                bad += ofTopic.read(
                                event -> {
                                    if (plays.test(topic.at().apply(event))) {
                                        events.accept(event);
                                    }
                                },
                                problem -> err.println(problem.getMessage()))
                        .bad();
            }
        }
        if (bad > 0) {
            throw new Failure(bad == 1 ? "1 bad line" : bad + " bad lines");
        }
    }

    private void put(AccountEdit edit, Iterable<InMemoryPipeline> books) {
        CustomerEdit read = Objects.requireNonNull(Generated.value(new AccountEditWire(), edit));
        books.forEach(each -> each.add(read, sent.toEpochMilli()));
    }

    private void put(io.fairstream.schemas.MatchEvent event, Iterable<InMemoryPipeline> books) {
        MatchEvent read = Objects.requireNonNull(Generated.value(new MatchEventWire(), event));
        books.forEach(each -> each.add(read, sent.toEpochMilli()));
    }
}
