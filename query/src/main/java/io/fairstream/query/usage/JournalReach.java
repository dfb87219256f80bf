package io.fairstream.query.usage;

import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Single read of the journal to its end, which also returns the time of its oldest entries. */
final class JournalReach {
    private final Map<Integer, Instant> firsts = new HashMap<>();

    private JournalReach() {}

    /**
     * Reads all available charges.
     *
     * @return approximate begin of the journal if older entries are deleted
     */
    static Optional<Instant> read(TopicReader reader, Consumer<Charge> charges) {
        JournalReach reach = new JournalReach();
        reader.readCharges(null, row -> reach.pass(row, charges));
        return reader.isWhole(Topics.CHARGES)
                ? Optional.empty()
                : reach.firsts.values().stream().max(Comparator.naturalOrder());
    }

    private void pass(Row<Charge> row, Consumer<Charge> charges) {
        Charge charge = row.value();
        if (charge != null) {
            firsts.computeIfAbsent(row.partition(), partition -> ChargeFields.time(charge));
            charges.accept(charge);
        }
    }
}
