package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.records.Failure;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ann, bob and cy have a share of root each, and used 0, 4 and 8 node-hours in this period; the best of three has rank 3. */
class JobForecastTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
    private static final int HOUR = 3600;

    private static final UsageSnapshot ROWS =
            UsageSnapshot.of(List.of(row("root", 12), row("root/ann", 0), row("root/bob", 4), row("root/cy", 8)), null);

    private static AssociationUsage row(String path, int hours) {
        double nodeSeconds = hours * HOUR;
        boolean isUser = path.contains("/");
        return AssociationUsage.newBuilder()
                .setPath(path)
                .setKind(isUser ? ShareKind.USER : ShareKind.BANK)
                .setUser(isUser ? path.substring("root/".length()) : null)
                .setShares(1.0)
                .setRawUsage(nodeSeconds)
                .setPeriods(hours == 0 ? List.of() : List.of(new UsagePeriod(2930L, nodeSeconds)))
                .setPeriodUsage(nodeSeconds)
                .setSmoothUsage(0)
                .setWeightInUse(0)
                .setAsOf(NOW)
                .setHalfLifeSeconds(604_800)
                .setPeriodEpoch(Instant.EPOCH)
                .setPeriodCount(4)
                .setDecayFactor(0.5)
                .build();
    }

    private static JobForecast forecast(String jobs, int sharesOfUnlisted) {
        FairShareTerms fairShare = ShareRules.of(
                Settings.parse(Map.of("usage.weights", "node=1", "fairshare.default.shares", "" + sharesOfUnlisted)));
        return JobForecast.of(
                ROWS, Stream.of(jobs.split("; ", -1)).map(AddedJob::parse).toList(), Map.of(), fairShare);
    }

    private static String text(Map<String, Object> row) {
        return String.valueOf(row.get("path")).replace("root/", "") + " " + rank(row.get("now")) + ">"
                + rank(row.get("then")) + " " + hours(row.get("now")) + ">" + hours(row.get("then"));
    }

    private static String rank(@Nullable Object side) {
        return side instanceof Map<?, ?> fields && fields.get("rank") != null ? "" + fields.get("rank") : "-";
    }

    private static String hours(@Nullable Object side) {
        return side instanceof Map<?, ?> fields && fields.get("usage") instanceof Double seconds
                ? "" + Math.round(seconds / HOUR)
                : "-";
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        # jobs; whose place changes: ranks and node-hours now and then
        user=ann,bank=root,nodes=2,hours=3 | ann 3>2 0>6, bob 2>3 4>4  | six are more than bob's four
        user=ann,bank=root,nodes=3,hours=3 | ann 3>1 0>9, bob 2>3 4>4, cy 1>2 8>8 | nine are the most
        user=bob,bank=root,nodes=1,hours=1 | bob 2>2 4>5               | he uses more and keeps his place
        user=ann,bank=root,nodes=2,hours=1; user=ann,bank=root,nodes=1,hours=3 | ann 3>2 0>5, bob 2>3 4>4 | two and three are five
        user=dan,bank=root,nodes=1,hours=1 | ann 3>4 0>0, bob 2>2 4>4, cy 1>1 8>8, dan ->3 ->1 | one more is ranked
        """)
    void usersArePlacedAsIfTheJobsHadJustEnded(String jobs, String moves, String why) {
        assertEquals(
                moves,
                ShownReport.fields(JobForecast.report(List.of(forecast(jobs, 1)), false)).stream()
                        .map(JobForecastTest::text)
                        .collect(Collectors.joining(", ")),
                why);
    }

    private static JobForecast withShares(String policy, String path, String shares) {
        FairShareTerms fairShare = ShareRules.of(Settings.parse(Map.of("usage.weights", "node=1")), policy);
        return JobForecast.of(ROWS, List.of(), Map.of(path, RawShares.parse(shares)), fairShare);
    }

    @ParameterizedTest(name = "{0} {1}={2}")
    @CsvSource(delimiter = '|', textBlock = """
        # policy; other shares; ranks and node-hours now and then
        flux      | root/cy  | 100 | bob 2>1 4>4, cy 1>2 8>8 | who is owed so much used little; ann used nothing
        flux      | root/cy  | 1   |                                      | as it is
        flux      | root     | 7   |                                      | the root has no siblings
        """)
    void usersArePlacedAsIfTheSharesWereOthers(
            String policy, String path, String shares, @Nullable String moves, String why) {
        assertEquals(
                moves == null ? "" : moves,
                ShownReport.fields(JobForecast.report(List.of(withShares(policy, path, shares)), false)).stream()
                        .map(JobForecastTest::text)
                        .collect(Collectors.joining(", ")),
                why);
    }

    @Test
    void eachPolicyHasRowsOfItsOwn() {
        List<JobForecast> policies =
                List.of(withShares("flux", "root/ann", "0"), withShares("fair-tree", "root/ann", "0"));
        assertEquals(
                List.of("flux", "flux", "flux", "fair-tree", "fair-tree", "fair-tree"),
                ShownReport.fields(JobForecast.report(policies, true)).stream()
                        .map(row -> row.get("policy"))
                        .toList());
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
        root/dan | 1      | shares: root/dan (expected: the path of a bank or user in association-usage)
        root/ann | -1     | shares: -1.0 (expected: 0 to 1e12), root/ann
        root/ann | NaN    | shares: NaN (expected: 0 to 1e12), root/ann
        root     | parent | useParent: true (expected: false, the root has no parent), root
        """)
    void otherSharesAreOfSomebodyAndInRange(String path, String shares, String message) {
        assertEquals(
                message,
                assertThrows(Failure.class, () -> withShares("flux", path, shares))
                        .getMessage());
    }

    @ParameterizedTest(name = "{0}, {1} shares of who has none")
    @CsvSource(delimiter = '|', textBlock = """
        user=dan,bank=root,nodes=1,hours=1 | 0 | warning: root/dan: has no rank, so its usage affects no other rank (shares: none decided)
        user=dan,bank=root,nodes=1,hours=1 | 1 | ''
        user=ann,bank=root,nodes=1,hours=1 | 0 | ''
        """)
    void whoHasNoPlaceBurdensNobody(String job, int sharesOfUnlisted, String note) {
        assertEquals(note, String.join("|", forecast(job, sharesOfUnlisted).notes()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        user=ann,bank=lab,nodes=1,hours=1 | bank: lab (expected: a bank of association-usage)
        user=ann,bank=root,gpus=4,hours=1 | job: has no weight in usage.weights (weight[node]=1.0; mode=SUM) (expected: nodes, cpus, gpus or mem that have a weight)
        """)
    void aJobNeedsABankAndWhatHasAWeight(String job, String message) {
        assertEquals(
                message, assertThrows(Failure.class, () -> forecast(job, 1)).getMessage());
    }
}
