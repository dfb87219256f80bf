package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyRankingTest {
    private static final Instant THEN = Instant.parse("2026-03-02T08:00:00Z");
    private static final Instant LATER = Instant.parse("2026-03-02T09:00:00Z");
    private static final long PERIOD = 2930;

    /** Bob's row is the newest; nobody decided shares for carol, and an unknown job's user is in no bank. */
    private static final List<AssociationUsage> ROWS = List.of(
            row("root", ShareKind.BANK, 1.0, true, 0, THEN),
            row("root/alice", ShareKind.USER, 3.0, true, 3600, THEN),
            row("root/bob", ShareKind.USER, 1.0, true, 3600, LATER),
            row("root/carol", ShareKind.USER, null, true, 0, THEN),
            row("root/dave", ShareKind.USER, 1.0, false, 7200, THEN),
            row("UNKNOWN/eve", ShareKind.USER, null, true, 60, THEN));

    private static AssociationUsage row(
            String path, ShareKind kind, @Nullable Double shares, boolean active, double nodeSeconds, Instant asOf) {
        String user = kind == ShareKind.USER ? path.substring(path.indexOf('/') + 1) : null;
        List<UsagePeriod> periods = List.of(new UsagePeriod(PERIOD, nodeSeconds));
        return new AssociationUsage(
                path,
                kind,
                user,
                shares,
                active,
                nodeSeconds,
                periods,
                nodeSeconds,
                0.0,
                0.0,
                asOf,
                604_800.0,
                Instant.EPOCH,
                4,
                0.5,
                false);
    }

    private static PolicyRanking ranking(UsageSnapshot rows, String unlisted) {
        return PolicyRanking.of(
                rows.rows(), ShareRules.of(Settings.parse(Map.of("fairshare.default.shares", unlisted))), rows.asOf());
    }

    private static ShareStatus of(PolicyRanking ranking, String path) {
        ShareStatus status = ranking.get(path);
        assertNotNull(status, path);
        return status;
    }

    @Test
    void allAreComparedAtTheInstantOfTheNewestRow() {
        UsageSnapshot rows = UsageSnapshot.of(ROWS, null);
        assertEquals(LATER, rows.asOf());
        rows.rows().forEach(row -> assertEquals(LATER, row.getAsOf()));
        Failure earlier = assertThrows(Failure.class, () -> UsageSnapshot.of(ROWS, THEN));
        assertEquals(
                "time: 2026-03-02T08:00:00Z (expected: not before asOf 2026-03-02T09:00:00Z), association root/bob",
                earlier.getMessage());
    }

    @Test
    void whoHasNoSharesHasThoseOfTheUnlistedOrNoPlace() {
        PolicyRanking one = ranking(UsageSnapshot.of(ROWS, null), "1");
        assertEquals(0.2, of(one, "root/carol").normShares());
        assertEquals(3, of(one, "root/carol").rank());
        assertEquals(Map.of("UNKNOWN/eve", "bank: none was ever reported"), one.leftOut());
        PolicyRanking none = ranking(UsageSnapshot.of(ROWS, null), "0");
        assertNull(none.get("root/carol"));
        assertEquals(2, of(none, "root/alice").of());
        assertEquals("shares: none decided", none.leftOut().get("root/carol"));
    }

    @Test
    void whoIsDisabledBurdensNobody() {
        PolicyRanking ranking = ranking(UsageSnapshot.of(ROWS, null), "0");
        assertNull(ranking.get("root/dave"));
        assertEquals(0.5, of(ranking, "root/alice").effectiveUsage());
        assertEquals(7200, of(ranking, "root").usage());
    }

    @Test
    void theListingSaysWhyThereIsNoPlace() {
        UsageSnapshot rows = UsageSnapshot.of(ROWS, null);
        ShareListing listing = ShareListing.of(rows, List.of(), List.of(), List.of(ranking(rows, "1")), LATER);
        assertEquals(
                List.of(
                        "UNKNOWN/eve bank: none was ever reported",
                        "root null",
                        "root/alice null",
                        "root/bob null",
                        "root/carol no shares are set",
                        "root/dave disabled"),
                ShownReport.fields(listing.report()).stream()
                        .map(row -> row.get("path") + " " + row.get("note"))
                        .toList());
    }

    @Test
    void onePolicyIsShownInFullAndProgramsGetItAsAnObject() {
        UsageSnapshot rows = UsageSnapshot.of(ROWS.subList(0, 3), null);
        ShareListing listing = ShareListing.of(rows, List.of("bob"), List.of(), List.of(ranking(rows, "1")), LATER);
        List<String> lines = ShownReport.lines(listing.report());
        assertEquals(
                "ACCOUNT|USER|RAW SHARES|NORM SHARES|RAW USAGE|NORM USAGE|EFFECTV USAGE|LEVEL FS|FAIR SHARE|RANK",
                lines.get(0));
        assertTrue(lines.get(1).startsWith("root||1|1.000000|7,200.00|1.000000|"), lines.toString());
        assertTrue(
                lines.get(2).startsWith("  root|bob|1|0.250000|3,600.00|0.500000|0.500000|0.500000|"),
                lines.toString());
        assertTrue(lines.get(2).endsWith("/2"), lines.toString());
        Object flux = ShownReport.fields(listing.report()).get(1).get("flux");
        assertTrue(flux instanceof Map<?, ?> fields && "period".equals(fields.get("usageOf")), String.valueOf(flux));
    }

    @Test
    void severalPoliciesStandSideBySideEachUsageOnce() {
        UsageSnapshot rows = UsageSnapshot.of(ROWS.subList(0, 3), null);
        List<PolicyRanking> rankings = List.of(
                rows.ranked(ShareRules.of(Settings.parse(Map.of()), "fair-tree")),
                rows.ranked(ShareRules.of(Settings.parse(Map.of()), "classic")));
        ShareListing listing = ShareListing.of(rows, List.of(), List.of(), rankings, LATER);
        assertEquals(
                "ACCOUNT|USER|RAW SHARES|SMOOTH USAGE|FAIR-TREE FACTOR|FAIR-TREE RANK|CLASSIC FACTOR|CLASSIC RANK",
                ShownReport.lines(listing.report()).get(0));
    }

    @Test
    void aBankIsNamedByItsPathOrItsLastName() {
        UsageSnapshot rows = UsageSnapshot.of(ROWS, null);
        assertEquals("root", rows.bank("root"));
        Failure unknown = assertThrows(Failure.class, () -> rows.bank("alice"));
        assertEquals("bank: alice (expected: a bank of association-usage)", unknown.getMessage());
    }
}
