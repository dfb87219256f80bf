package io.fairstream.cli.explain;

import io.fairstream.cli.records.Row;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Rows;
import io.fairstream.rules.account.Charged;
import io.fairstream.rules.account.Edits;
import io.fairstream.rules.account.Entry;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.Generated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the topics say of one customer.
 *
 * @param row null if there is none
 * @param uses every entry of the journal that is still there
 * @param names what else is known of the matches
 * @param edits those that were accepted, each once, in the order of their arrival
 * @param known since when every entry is there, or null if no record has been deleted
 */
record Journal(
        @Nullable Priority row,
        List<Charged<Match>> uses,
        Map<Match, Names> names,
        List<Entry> edits,
        @Nullable Instant known) {

    /** Names of a match by which it is told from others; empty where there is none. */
    record Names(String pool, String matchId) {
        static final Names NONE = new Names("", "");

        Names or(Names others) {
            return new Names(pool.isEmpty() ? others.pool : pool, matchId.isEmpty() ? others.matchId : matchId);
        }
    }

    private record Place(int partition, long offset) {}

    /** Reads the customer's partitions; the row first, so that the journal has all that the row has. */
    static Journal read(TopicReader reader, String customer) {
        Rows<Priority> rows = Rows.latest();
        reader.read(Topics.PRIORITIES, customer, rows);
        Priority row = rows.all().stream().findFirst().orElse(null);
        List<Charged<Match>> uses = new ArrayList<>();
        Map<Match, Names> names = new HashMap<>();
        reader.read(Topics.CHARGES, customer, charge -> add(charge.value(), uses, names));
        return new Journal(row, uses, names, edits(reader, customer), known(reader, customer));
    }

    private static void add(@Nullable Charge charge, List<Charged<Match>> uses, Map<Match, Names> names) {
        if (charge == null || charge.getKind() != ChargeKind.CUSTOMER) {
            return;
        }
        RateChange rate = (RateChange) charge.getEntry();
        long since = rate.getSince().toEpochMilli();
        Match match = new Match(charge.getThing(), since);
        uses.add(new Charged<>(
                new Entry.Use(rate.getAt().toEpochMilli(), rate.getResources(), rate.getWeight(), since), match));
        names.merge(match, names(charge.getDimensions()), Names::or);
    }

    private static Names names(Dimensions of) {
        return new Names(Objects.requireNonNullElse(of.getPool(), ""), Objects.requireNonNullElse(of.getMatchId(), ""));
    }

    /** Rejections are kept for a shorter time than edits, so what can be judged again is. */
    private static List<Entry> edits(TopicReader reader, String customer) {
        Set<Place> rejected = new HashSet<>();
        String topic = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        reader.read(Topics.REJECTIONS, row -> {
            Rejection rejection = row.value();
            if (rejection != null && rejection.getTopic().equals(topic)) {
                rejected.add(new Place(rejection.getPartition(), rejection.getOffset()));
            }
        });
        List<Entry> edits = new ArrayList<>();
        String key = reader.settings().repartition() ? null : customer;
        reader.readReadable(Topics.ACCOUNT_EDITS, key, row -> {
            AccountEdit edit = row.value();
            if (edit != null && isMeant(edit, row, customer) && !rejected.contains(place(row))) {
                add(edit, edits);
            }
        });
        return edits;
    }

    private static boolean isMeant(AccountEdit edit, Row<AccountEdit> row, String customer) {
        return edit.getCustomer().equals(customer) && customer.equals(row.key());
    }

    private static Place place(Row<?> row) {
        return new Place(row.partition(), row.offset());
    }

    private static void add(AccountEdit edit, List<Entry> edits) {
        Entry entry = Objects.requireNonNull(Generated.value(new AccountEditWire(), edit))
                .edit();
        if (Edits.refusal(entry) == null && !edits.contains(entry)) {
            edits.add(entry);
        }
    }

    private static @Nullable Instant known(TopicReader reader, String customer) {
        if (reader.isWhole(Topics.CHARGES, customer)) {
            return null;
        }
        Charge oldest = reader.oldest(Topics.CHARGES, customer).map(Row::value).orElse(null);
        return oldest == null ? Instant.MAX : ((RateChange) oldest.getEntry()).getAt();
    }
}
