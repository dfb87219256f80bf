package io.fairstream.cli.whatif;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.AcceptedEdits;
import io.fairstream.cli.tables.ChargedUse;
import io.fairstream.rules.account.CustomerEdit;
import io.fairstream.rules.journal.RateChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a running pool's journal and edits say. Charges are kept longer than matches; those of groups are made anew, since
 * another configuration may have other groups.
 *
 * @param plays which entries count
 */
record TopicSource(TopicReader reader, Predicate<Instant> plays) implements Source {
    @Override
    public void fill(Iterable<InMemoryPipeline> books, PrintWriter err) {
        List<CustomerEdit> edits = AcceptedEdits.read(reader, null);
        for (CustomerEdit edit : edits) {
            if (plays.test(Instant.ofEpochMilli(edit.edit().at()))) {
                books.forEach(each -> each.add(edit));
            }
        }
        reader.readCharges(null, row -> put(row.value(), books));
        if (!reader.isWhole(Topics.CHARGES)) {
            err.println(
                    "warning: the journal no longer reaches back to the beginning: what it has lost counts in neither run");
        }
    }

    private void put(@Nullable Charge charge, Iterable<InMemoryPipeline> books) {
        if (charge == null || charge.getThing().isEmpty()) {
            return;
        }
        RateChange use = ChargedUse.rate(charge);
        if (use != null && plays.test(Instant.ofEpochMilli(use.at()))) {
            books.forEach(each -> each.add(charge.getAccount(), use));
        }
    }
}
