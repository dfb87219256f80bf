package io.fairstream.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairSharePolicy;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Synthetic rows; a half-life, and a period, is an hour, and four periods count. */
class UsageRankingTest {
    private static final Instant EIGHT = Rows.AS_OF;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final double HALF_LIFE = 3600;
    private static final int PARTITIONS = 3;

    /** Alice's job has just ended; Bob's first begins on 4 nodes. */
    private static final List<AssociationUsage> ROWS = List.of(
            row("root", ShareKind.BANK, 1.0, 0, 0),
            row("root/alice", ShareKind.USER, 1.0, 3600, 0),
            row("root/bob", ShareKind.USER, 1.0, 0, 4));

    /** Returns a row: half of the use that ended in the hour from eight on counts in smooth usage. */
    private static AssociationUsage row(
            String path, ShareKind kind, @Nullable Double shares, double ended, double weightInUse) {
        return AssociationUsage.newBuilder()
                .setPath(path)
                .setKind(kind)
                .setUser(kind == ShareKind.USER ? path.substring(path.lastIndexOf('/') + 1) : null)
                .setShares(shares)
                .setRawUsage(ended)
                .setPeriods(
                        ended == 0
                                ? List.of()
                                : List.of(new UsagePeriod(EIGHT.getEpochSecond() / HOUR.toSeconds(), ended)))
                .setPeriodUsage(ended)
                .setSmoothUsage(ended / 2)
                .setWeightInUse(weightInUse)
                .setAsOf(EIGHT)
                .setHalfLifeSeconds(HALF_LIFE)
                .setPeriodEpoch(Instant.EPOCH)
                .setPeriodCount(4)
                .setDecayFactor(0.5)
                .build();
    }

    /** As a view holds them that has read them from the topic. */
    private static TableSnapshot<AssociationUsage> snapshot(List<AssociationUsage> rows) {
        InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
        RowLayout<AssociationUsage> layout = new RowLayout<>(UsageView.TABLE, registry);
        AvroSerde<AssociationUsage> serde = new AvroSerde<>(AssociationUsage.class, registry);
        List<RowTable> tables = List.of(new RowTable(), new RowTable(), new RowTable());
        for (AssociationUsage row : rows) {
            byte[] key = row.getPath().getBytes(StandardCharsets.UTF_8);
            byte[] value = Objects.requireNonNull(serde.serialize("usage", row));
            tables.get(Utils.toPositive(Utils.murmur2(key)) % PARTITIONS).put(key, layout.row("usage", key, value));
        }
        return new TableSnapshot<>(layout, tables, Map.of());
    }

    private static UsageRanking rank(
            List<AssociationUsage> rows, FairSharePolicy policy, double unlisted, Compared compared, Instant at) {
        return UsageRanking.of(snapshot(rows), new FairShares(policy, unlisted), compared, at);
    }

    /** The ranks, as {@code name rank}, by name. */
    private static String ranks(UsageRanking ranking) {
        return ranking.places().ranking().places().stream()
                .map(place -> place.path().replaceFirst(".*/", "") + " " + place.rank())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | SMOOTH | alice 1, bob 2 | bob has used nothing yet
            1 | SMOOTH | alice 2, bob 1 | alice's 1800 have become 900, bob has used 10387.4 that count
            0 | PERIOD | alice 1, bob 2 | nothing of bob's has ended
            3 | PERIOD | alice 1, bob 2 | still so; alice's period is the last that counts
            4 | PERIOD | alice 2, bob 2 | alice's period counts no more
            """)
    void timePassesWithoutAnyRecord(int hours, Compared compared, String expected, String reason) {
        UsageRanking ranking = rank(ROWS, new FluxFairShare(), 1, compared, EIGHT.plus(HOUR.multipliedBy(hours)));
        assertEquals(expected, ranks(ranking), reason);
        assertEquals(EIGHT.plus(HOUR.multipliedBy(hours)), ranking.asOf());
    }

    /** At nine, condor: RUP of alice is 900·ln2/3600, so 0.5; that of bob 4·(1-1/2) = 2. Each has half of the shares. */
    @Test
    void anyPolicyRanksTheSameRows() {
        assertEquals(Map.of("root/alice", 1.0, "root/bob", 0.25), factors(new CondorPriority(new HalfLife(HALF_LIFE))));
        assertEquals(Map.of("root/alice", 1.0, "root/bob", 0.5), factors(new FairTree()));
    }

    /** A negotiator with another half-life than the topology's once got factors that were silently wrong. */
    @Test
    void usagesDecayAsTheirRowsSayWhateverTheCallerSays() {
        assertEquals(
                factors(new CondorPriority(new HalfLife(HALF_LIFE))),
                factors(new CondorPriority(new HalfLife(168 * HALF_LIFE))));
    }

    private static Map<String, Double> factors(FairSharePolicy policy) {
        return rank(ROWS, policy, 1, Compared.SMOOTH, EIGHT.plus(HOUR)).places().ranking().places().stream()
                .collect(Collectors.toMap(place -> place.path(), place -> Math.round(place.factor() * 1e9) / 1e9));
    }

    @Test
    void nobodyIsComparedBeforeTheNewestRow() {
        AssociationUsage newest = AssociationUsage.newBuilder(ROWS.get(0))
                .setAsOf(EIGHT.plus(HOUR))
                .build();
        List<AssociationUsage> rows = List.of(newest, ROWS.get(1), ROWS.get(2));
        UsageRanking ranking = rank(rows, new FairTree(), 1, Compared.SMOOTH, Instant.EPOCH);
        assertEquals(EIGHT.plus(HOUR), ranking.asOf());
        assertEquals("alice 2, bob 1", ranks(ranking));
    }

    @Test
    void whoHasNoSharesHasThoseOfTheUnlistedOrIsLeftOut() {
        AssociationUsage carol = row("root/carol", ShareKind.USER, null, 7200, 0);
        List<AssociationUsage> rows = List.of(ROWS.get(0), ROWS.get(1), carol);
        UsageRanking eight = rank(rows, new FairTree(), 8, Compared.SMOOTH, EIGHT);
        assertEquals("alice 1, carol 2", ranks(eight));
        assertEquals(Map.of(), eight.places().leftOut());
        UsageRanking none = rank(rows, new FairTree(), 0, Compared.SMOOTH, EIGHT);
        assertEquals("alice 1", ranks(none));
        assertEquals(Map.of("root/carol", "shares: none decided"), none.places().leftOut());
    }

    @Test
    void usersBesideBanksAndWithTheirParentsSharesAreRanked() {
        AssociationUsage eve = AssociationUsage.newBuilder(row("root/lab/eve", ShareKind.USER, 1.0, 7200, 0))
                .setUseParent(true)
                .build();
        List<AssociationUsage> rows = List.of(
                ROWS.get(0),
                ROWS.get(1),
                row("root/lab", ShareKind.BANK, 1.0, 0, 0),
                eve,
                row("root/lab/dave", ShareKind.USER, 1.0, 1200, 0));
        for (Instant at : List.of(EIGHT, EIGHT.plus(HOUR))) {
            UsageRanking ranking = rank(rows, new FairTree(), 1, Compared.SMOOTH, at);
            assertEquals(Map.of(), ranking.places().leftOut());
            assertEquals("alice 3, dave 1, eve 2", ranks(ranking));
        }
    }

    @Test
    void withoutRowsNobodyIsRanked() {
        UsageRanking ranking = rank(List.of(), new FluxFairShare(), 1, Compared.PERIOD, EIGHT);
        assertEquals("", ranks(ranking));
        assertEquals(EIGHT, ranking.asOf());
    }

    @Test
    void aSnapshotFindsARowByItsPathHoweverLong() {
        String path = "root/" + "engineering-".repeat(20) + "/Zoë";
        TableSnapshot<AssociationUsage> snapshot =
                snapshot(List.of(ROWS.get(0), row(path, ShareKind.USER, 2.0, 3600, 0)));
        assertEquals(2, snapshot.size());
        assertEquals(1800, snapshot.row(path).orElseThrow().getSmoothUsage());
        assertEquals(900, snapshot.at(path, EIGHT.plus(HOUR)).orElseThrow().getSmoothUsage(), 1e-9);
        assertEquals(
                EIGHT, snapshot.at(path, Instant.EPOCH).orElseThrow().getAsOf(), "a row tells nothing of before it");
    }
}
