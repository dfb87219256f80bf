package io.fairstream.query.explain;

import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records of one customer in the topics.
 *
 * @param row null if there is none
 * @param uses every entry of the journal that is not deleted
 * @param names other names of the matches
 * @param edits the accepted ones, each once, in the order of their arrival
 * @param known instant from which the journal is complete, or null if no record has been deleted
 */
record Journal(
        @Nullable Priority row,
        List<Charged<Match>> uses,
        Map<Match, Names> names,
        List<Edit> edits,
        @Nullable Instant known) {

    /** Names that identify a match; empty if unknown. */
    record Names(String pool, String matchId) {
        static final Names NONE = new Names("", "");

        Names or(Names others) {
            return new Names(pool.isEmpty() ? others.pool : pool, matchId.isEmpty() ? others.matchId : matchId);
        }
    }

    /** Reads the customer's partitions. The row comes first, so that the journal contains everything that the row contains. */
    static Journal read(TopicReader reader, String customer) {
        Priority row = reader.latest(Topics.PRIORITIES, customer).orElse(null);
        List<Charged<Match>> uses = new ArrayList<>();
        Map<Match, Names> names = new HashMap<>();
        reader.readCharges(customer, charge -> add(charge.value(), uses, names));
        List<Edit> edits = AcceptedEdits.read(reader, customer).stream()
                .map(CustomerEdit::decided)
                .toList();
        return new Journal(row, uses, names, edits, ChargeFields.completeFrom(reader, customer));
    }

    private static void add(@Nullable Charge charge, List<Charged<Match>> uses, Map<Match, Names> names) {
        if (charge == null || charge.getKind() != ChargeKind.CUSTOMER) {
            return;
        }
        RateChange use = ChargeFields.rateChange(charge);
        if (use == null) {
            return;
        }
        Match match = new Match(charge.getThing(), use.since(), !use.isOfSubtree());
        uses.add(new Charged<>(use, match));
        names.merge(match, names(charge.getDimensions()), Names::or);
    }

    private static Names names(Dimensions of) {
        return new Names(Objects.requireNonNullElse(of.getPool(), ""), Objects.requireNonNullElse(of.getMatchId(), ""));
    }
}
