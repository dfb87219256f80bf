package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.HostUsage.Cobblestones;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import io.fairstream.rules.usage.DailyAccount;
import io.fairstream.rules.usage.DailyRow;
import io.fairstream.rules.vectors.BoincVectors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Science United's vectors of reports. A test named after a difference says what its PHP does, and what follows here instead.
 * Which URLs are one project, and that those of no project are left out, is the account manager's: {@code https://p1.org/} and
 * {@code http://p1.org/} are p1.org here, nope.org is none.
 */
class HostVectorTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));
    private static final long END = UtcDays.day(1_700_259_200_000L) + 1;

    /** Cobblestones: counters are rounded to whole MFLOP, PHP's to 14 digits. */
    private static final double ROUNDING = 1e-5;

    private final Fleet fleet = new Fleet();
    private final Map<String, List<HostReport>> byHost = new HashMap<>();

    private List<HostReport> reports(String id) {
        List<HostReport> reports = new ArrayList<>();
        for (JsonNode step : BoincVectors.byId(id).get("steps")) {
            if (step.get("op").asText().equals("rpc")) {
                reports.add(report(step));
            }
        }
        return reports;
    }

    /** The report of a step; one that says the same as an earlier one of its host is that one, delivered again. */
    private HostReport report(JsonNode step) {
        String host = "h" + step.get("result_host_id").asText();
        List<HostReport> earlier = byHost.computeIfAbsent(host, name -> new ArrayList<>());
        JsonNode facts = step.get("host");
        List<ProjectTotals> projects = new ArrayList<>();
        for (JsonNode project : step.get("projects")) {
            String name = project.get("url").asText().replaceAll("https?://|/", "");
            if (!name.equals("nope.org")) {
                projects.add(totals(name, project));
            }
        }
        for (HostReport known : earlier) {
            if (known.projects().equals(projects)) {
                return known;
            }
        }
        HostReport report = new HostReport(
                host,
                step.get("user").asText(),
                "client",
                earlier.size(),
                step.get("now").asLong() * 1000,
                List.of(),
                new Hardware(
                        facts.get("ncpus").asInt(),
                        facts.get("ngpus").asInt(),
                        facts.get("cpu_flops").asDouble(),
                        facts.get("gpu_flops").asDouble(),
                        facts.get("ngpus").asInt() > 0,
                        false),
                projects);
        earlier.add(report);
        return report;
    }

    private static ProjectTotals totals(String name, JsonNode project) {
        return new ProjectTotals(
                name,
                "",
                project.path("cpu_time").asDouble(),
                project.path("gpu_time").asDouble(),
                Cobblestones.flops(project.path("cpu_ec").asDouble()),
                Cobblestones.flops(project.path("gpu_ec").asDouble()),
                project.path("ok").asLong(),
                project.path("fail").asLong(),
                false,
                false,
                0);
    }

    private void play(List<HostReport> reports) {
        for (HostReport report : reports) {
            assertNull(report.refusal(TIMES, report.at(), report.at()));
            fleet.apply(report);
        }
    }

    /** The newest rows of the PHP: what was done in all is {@code total + delta}. */
    private static JsonNode php(String id) {
        JsonNode steps = BoincVectors.byId(id).get("steps");
        return steps.get(steps.size() - 1).get("expect_real_php");
    }

    private static double php(JsonNode rows, String quantity) {
        JsonNode newest = rows.get(rows.size() - 1);
        return newest.get(quantity + "_total").asDouble()
                + newest.get(quantity + "_delta").asDouble();
    }

    private static HostUsage.Sum all(DailyAccount account) {
        return account.totalBefore(END + 1);
    }

    private static void assertAsPhp(JsonNode rows, DailyAccount account) {
        HostUsage.Sum all = all(account);
        assertEquals(php(rows, "cpu_ec"), Cobblestones.of(all.cpuFlops()), ROUNDING);
        assertEquals(php(rows, "gpu_ec"), Cobblestones.of(all.gpuFlops()), ROUNDING);
        assertEquals(php(rows, "cpu_time") * 1e6, all.cpuMicros().doubleValue());
        assertEquals(php(rows, "gpu_time") * 1e6, all.gpuMicros().doubleValue());
        assertEquals(php(rows, "njobs_success"), all.succeeded().doubleValue());
        assertEquals(php(rows, "njobs_fail"), all.failed().doubleValue());
    }

    private void assertAll(double cobblestones, long cpuSeconds, long succeeded, long failed) {
        HostUsage.Sum all = all(fleet.total);
        assertEquals(cobblestones, Cobblestones.of(all.cpuFlops() + all.gpuFlops()), ROUNDING);
        assertEquals(cpuSeconds * 1_000_000, all.cpuMicros().longValueExact());
        assertEquals(succeeded, all.succeeded().longValueExact());
        assertEquals(failed, all.failed().longValueExact());
    }

    @ParameterizedTest
    @ValueSource(strings = {"S02", "S06"})
    void countsWhatThePhpCounts(String id) {
        play(reports(id));
        JsonNode php = php(id);
        assertAsPhp(php.get("total"), fleet.total);
        int compared = 0;
        for (Map.Entry<String, JsonNode> project : php.get("project").properties()) {
            assertAsPhp(project.getValue(), account(fleet.projects, "p" + project.getKey() + ".org"));
            compared++;
        }
        for (Map.Entry<String, JsonNode> user : php.get("user").properties()) {
            assertAsPhp(user.getValue(), account(fleet.users, user.getKey()));
            compared++;
        }
        assertTrue(compared >= 3);
    }

    private static DailyAccount account(Map<String, DailyAccount> accounts, String name) {
        return Objects.requireNonNull(accounts.get(name), name);
    }

    @Test
    void s01ThePhpCountsJobsFromBeforeTheFirstReportHereThatIsABaselineInAllQuantities() {
        play(reports("S01"));
        assertEquals(310, php(php("S01").get("total"), "njobs_success"));
        assertAll(0, 0, 0, 0);
    }

    @Test
    void s03ThePhpCutsEachProjectForItselfAndManyJobsToTenHereTheHostIsCutAndJobsByARate() {
        List<HostReport> reports = reports("S03");
        HostReport last = reports.get(1);
        Rejection refused = last.refusal(TIMES, last.at(), last.at());
        assertNotNull(refused, "the PHP takes a negative number of jobs for none");
        assertEquals("jobsSucceeded: -3 (expected: 0 to 4000000000000000000), project p2.org", refused.detail());
        play(List.of(reports.get(0), withoutNegatives(last)));
        JsonNode php = php("S03").get("total");
        assertEquals(8000, php(php, "cpu_time"));
        assertEquals(92.592593, php(php, "cpu_ec"), ROUNDING);
        assertEquals(10, php(php, "njobs_success"));
        assertEquals(5000, php(php, "njobs_fail"));
        assertAll(46.296296, 4000, 4000, 4000);
        HostLedger ledger = Objects.requireNonNull(fleet.ledgers.get("h1"));
        assertEquals(9_999_000_000L, ledger.cut().cpuMicros());
        assertEquals(1001, ledger.cut().succeeded());
        long first = all(account(fleet.projects, "p1.org")).cpuMicros().longValueExact();
        assertEquals(4_000_000_000L * 9999 / 13_999, first, "in proportion to what each claims");
    }

    private static HostReport withoutNegatives(HostReport report) {
        ProjectTotals second = report.projects().get(1);
        ProjectTotals mended = new ProjectTotals(
                second.project(), "", second.cpuSeconds(), 0, second.cpuFlops(), 0, 0, 0, false, false, 0);
        return new HostReport(
                report.host(),
                report.user(),
                report.epoch(),
                report.sequence(),
                report.at(),
                List.of(),
                report.hardware(),
                List.of(report.projects().get(0), mended));
    }

    @Test
    void s04ThePhpLosesWhatWasDoneBetweenAResetAndTheNextReportHereItCounts() {
        play(reports("S04"));
        JsonNode php = php("S04").get("total");
        assertEquals(31_000, php(php, "cpu_time"));
        assertEquals(11, php(php, "njobs_success"));
        assertAll(php(php, "cpu_ec") + 5.787037, 31_500, 12, 0);
    }

    @Test
    void s05ThePhpCountsAgainWhatAnOldReportTookBackHereItHasNoEffect() {
        play(reports("S05"));
        JsonNode php = php("S05").get("total");
        assertEquals(13_000, php(php, "cpu_time"));
        assertEquals(0.3, php(php, "cpu_ec"), ROUNDING);
        assertEquals(6, php(php, "njobs_success"));
        assertAll(0.2, 9000, 4, 0);
        assertEquals(Map.of("APPLIED", 3, "DUPLICATE", 3), fleet.counts);
    }

    @Test
    void s06ThePhpEndsDaysWhenItsNightlyProgramRunsHereTheyEndAtMidnightUtc() {
        play(reports("S06"));
        List<DailyRow> rows = Fleet.allRows(fleet.total, UtcDays.day(1_700_000_000_000L), END);
        for (int i = 1; i < rows.size(); i++) {
            assertEquals(rows.get(i - 1).closing(), rows.get(i).total());
        }
        DailyRow last = rows.get(rows.size() - 1);
        JsonNode total = php("S06").get("total");
        JsonNode php = total.get(total.size() - 1);
        assertEquals(
                new Active(
                        php.get("nactive_hosts").asLong(),
                        php.get("nactive_hosts_gpu").asLong(),
                        php.get("nactive_users").asLong()),
                last.entry().active());
        assertEquals(2, php("S06").at("/user/2").size(), "the PHP writes no row for a user who was idle");
        long idleFrom = UtcDays.day(1_700_050_100_000L) + 1;
        assertTrue(
                Fleet.allRows(account(fleet.users, "2"), idleFrom, END).stream().allMatch(DailyRow::isVirtual));
    }
}
