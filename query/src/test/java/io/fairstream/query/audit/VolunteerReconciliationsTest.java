package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.ActiveChange;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Work;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import io.fairstream.testing.SyntheticVolunteers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rows and charges of {@link SyntheticVolunteers}, and what is found when one of them is wrong. */
class VolunteerReconciliationsTest {
    private static final String NOBODY_WRONG = "";

    /** Hosts that were seen on 2 March count until the 8th. */
    private static final Charge SEEN = PlainJson.read(Charge.class, """
            {"kind":"DAY","account":"total|","ledger":"HOST","thing":"",\
            "cause":{"topic":"fairstream.host-reports","partition":0,"offset":1},"dimensions":{},\
            "entry":{"ActiveChange":{"day":"2026-03-02","days":[{"day":"2026-03-02","hosts":3,"gpuHosts":1,"users":2},\
            {"day":"2026-03-04","hosts":3,"gpuHosts":1,"users":2},{"day":"2026-03-08","hosts":3,"gpuHosts":1,"users":2}]}}}""");

    private static final List<Charge> CHARGES =
            Stream.concat(SyntheticVolunteers.CHARGES.stream(), Stream.of(SEEN)).toList();

    private static List<Check> daily(List<Daily> rows, List<Charge> charges) {
        DailyReconciliation book = new DailyReconciliation(rows);
        charges.forEach(book::charge);
        return book.checks(true);
    }

    private static Check hosts(List<Host> rows, List<Charge> charges) {
        HostReconciliation book = new HostReconciliation(rows, List.of());
        charges.forEach(book::charge);
        return book.checks(true).get(0);
    }

    private static Check balances(List<Balance> rows, List<Charge> charges) {
        BalanceReconciliation book = new BalanceReconciliation(rows);
        charges.forEach(book::charge);
        return book.checks(true).get(0);
    }

    private static void assertWrong(String detail, Check check) {
        assertTrue(!check.holds() && check.detail().contains(detail), check::toString);
    }

    private static <T> List<T> changed(List<T> all, Predicate<T> which, UnaryOperator<T> change) {
        return all.stream()
                .map(each -> which.test(each) ? change.apply(each) : each)
                .toList();
    }

    private static <T> List<T> without(List<T> all, Predicate<T> which) {
        List<T> rest = new ArrayList<>(all);
        assertTrue(rest.removeIf(which));
        return rest;
    }

    @Test
    void rowsThatAgreeWithTheJournalHold() {
        daily(SyntheticVolunteers.DAILY, CHARGES)
                .forEach(check -> assertEquals(NOBODY_WRONG, check.holds() ? NOBODY_WRONG : check.detail()));
        assertEquals(
                List.of("8 rows of 5 histories", "2 days", "2 days, 39,600,000,000 us, 3,636,000,000 MFLOP"),
                daily(SyntheticVolunteers.DAILY, CHARGES).stream()
                        .map(Check::detail)
                        .toList());
        assertEquals(
                "3 hosts, 1 of them capped",
                hosts(SyntheticVolunteers.HOSTS, CHARGES).detail());
        assertEquals(
                "3 targets of 2 projects",
                balances(SyntheticVolunteers.BALANCES, CHARGES).detail());
    }

    @Test
    void aDeltaThatTheChargesOfItsDayDoNotMakeIsFound() {
        Check check = daily(
                        changed(
                                SyntheticVolunteers.DAILY,
                                row -> row.getId().equals("bob"),
                                row -> Daily.newBuilder(row)
                                        .setDelta(new Work(7200.0, 3600.0, 7.2e12, 3.6e15, 1L, 2L))
                                        .build()),
                        CHARGES)
                .get(0);
        assertWrong("\"user|bob|2026-03-02\" delta jobsFailed: 2.0 (expected: 1.0)", check);
    }

    @Test
    void aTotalThatIsNotAllBeforeTheDayIsFound() {
        Check check = daily(
                        changed(
                                SyntheticVolunteers.DAILY,
                                row -> row.getScope() == DailyScope.TOTAL
                                        && row.getDay().endsWith("04"),
                                row -> Daily.newBuilder(row)
                                        .setTotal(new Work(21_600.0, 3600.0, 2.16e13, 3.6e15 + 1e6, 2L, 1L))
                                        .build()),
                        CHARGES)
                .get(0);
        assertWrong("\"total||2026-03-04\" total gpuFlops: 3.600000001E15 (expected: 3.6E15)", check);
    }

    @Test
    void aDayThatWasChargedAndHasNoRowIsFound() {
        List<Daily> rows = without(SyntheticVolunteers.DAILY, row -> row.getId().equals("rosetta"));
        assertWrong(
                "\"project|rosetta|2026-03-02\": no row (expected: one)",
                daily(rows, CHARGES).get(0));
    }

    @Test
    void aRowThatNobodyWasChargedForIsFound() {
        List<Charge> charges = without(CHARGES, charge -> charge.getAccount().equals("user|bob"));
        List<Check> checks = daily(SyntheticVolunteers.DAILY, charges);
        assertWrong("\"user|bob|2026-03-02\" delta cpuSeconds: 7200.0 (expected: 0.0)", checks.get(0));
        assertWrong(
                "2026-03-02 cpuSeconds: projects 21600000000, users 14400000000 (expected: 21600000000, of the total)",
                checks.get(2));
    }

    @Test
    void aMicrosecondTooMuchForAProjectIsFound() {
        List<Charge> charges = changed(
                CHARGES,
                charge -> charge.getAccount().equals("project|rosetta"),
                charge -> withPart(
                        charge,
                        part -> WorkPart.newBuilder(part)
                                .setCpuMicros(part.getCpuMicros() + 1)
                                .build()));
        assertWrong(
                "projects 21600000001",
                daily(SyntheticVolunteers.DAILY, charges).get(2));
    }

    private static Charge withPart(Charge charge, UnaryOperator<WorkPart> change) {
        WorkDone done = (WorkDone) charge.getEntry();
        return Charge.newBuilder(charge)
                .setEntry(WorkDone.newBuilder(done)
                        .setParts(done.getParts().stream().map(change).toList())
                        .build())
                .build();
    }

    @Test
    void hostsThatCountAsActiveWithoutAChargeAreFoundAndOfDaysToComeNothingIsAsked() {
        List<Check> checks =
                daily(SyntheticVolunteers.DAILY, without(CHARGES, charge -> charge.getEntry() instanceof ActiveChange));
        assertWrong("2026-03-02: Active[hosts=3, gpuHosts=1, users=2] (expected: Active[hosts=0,", checks.get(1));
    }

    @Test
    void aHostThatDidOrWasCutWhatItsUserWasNotChargedForIsFound() {
        assertWrong(
                "\"h1\" cpuSeconds: 28801.0 (expected: 28800.0)",
                hosts(
                        changed(
                                SyntheticVolunteers.HOSTS,
                                row -> row.getHost().equals("h1"),
                                row -> Host.newBuilder(row)
                                        .setCpuSeconds(28_801)
                                        .build()),
                        CHARGES));
        assertWrong(
                "\"h2\" capped cpuSeconds: 0.0 (expected: 800.0)",
                hosts(
                        changed(
                                SyntheticVolunteers.HOSTS,
                                row -> row.getHost().equals("h2"),
                                row -> Host.newBuilder(row).setCapped(null).build()),
                        CHARGES));
        assertWrong(
                "\"h2\": no row (expected: one)",
                hosts(without(SyntheticVolunteers.HOSTS, row -> row.getHost().equals("h2")), CHARGES));
    }

    @Test
    void aBalanceThatItsChargesDoNotMakeIsFound() {
        assertWrong(
                "\"einstein\" balance: -2.5799E15 (expected: -2.5808E15)",
                balances(
                        changed(
                                SyntheticVolunteers.BALANCES,
                                row -> row.getTarget().equals("einstein"),
                                row -> Balance.newBuilder(row)
                                        .setAccrued(4.89e13)
                                        .build()),
                        CHARGES));
        assertWrong(
                "\"einstein\" charged: 3.6288E15 (expected: 2.88E13)",
                balances(SyntheticVolunteers.BALANCES, without(CHARGES, VolunteerReconciliationsTest::isOfTheGpu)));
        assertWrong(
                "\"rosetta/fold\" 2026-03-02: 7.2E12 (expected: 0.0)",
                balances(
                        SyntheticVolunteers.BALANCES.subList(2, 3),
                        without(
                                CHARGES,
                                charge -> charge.getKind() == ChargeKind.TARGET
                                        && charge.getAccount().equals("rosetta"))));
        assertWrong(
                "\"rosetta\": no row (expected: one)", balances(SyntheticVolunteers.BALANCES.subList(0, 1), CHARGES));
    }

    private static boolean isOfTheGpu(Charge charge) {
        return charge.getKind() == ChargeKind.TARGET
                && charge.getEntry() instanceof WorkDone done
                && done.getParts().get(0).getGpuMicros() > 0;
    }

    @Test
    void ofAJournalThatIsNotWholeNothingIsSaid() {
        Check check = new HostReconciliation(SyntheticVolunteers.HOSTS, List.of())
                .checks(false)
                .get(0);
        assertTrue(check.holds() && check.detail().startsWith("not checked"), check::toString);
    }
}
