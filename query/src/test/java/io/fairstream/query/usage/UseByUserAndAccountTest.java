package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A synthetic day: alice runs on 8 processors from 0 to 2, bob reserves 2 from 1 on; both also work outside of jobs. */
class UseByUserAndAccountTest {
    private static final Period DAY = new Period(at(1), at(5));

    private static final List<Charge> CHARGES = List.of(
            allocation(ChargeKind.USER, "alice", 7, "root/physics", 0, 8, 0),
            allocation(ChargeKind.USER, "alice", 7, "root/physics", 2, -8, 0),
            allocation(ChargeKind.JOB, "alice", 7, "root/physics", 0, 8, 0),
            allocation(ChargeKind.USER, "bob", 8, "root/physics/theory", 1, 0, 3),
            allocation(ChargeKind.USER, "bob", 9, "root/biology", 4, 1, 0),
            allocation(ChargeKind.USER, "carol", 6, "root/biology", 0, 1, 0),
            allocation(ChargeKind.USER, "carol", 6, "root/biology", 0.5, -1, 0),
            usage("alice", "n1", 0, 2, 6 * HOUR_MICROS),
            usage("IDLE", "n1", 0, 2, 2 * HOUR_MICROS),
            usage("dave", "n1", 4, 6, 2 * HOUR_MICROS));

    @Test
    void usersAreSortedByWhatTheyAreChargedAndNobodyElseIsShown() {
        TopUsers use = Posted.to(new TopUsers(DAY, List.of()), DAY, CHARGES);
        assertEquals(
                List.of(
                        "bob [root/biology, root/physics/theory] allocated 1 reserved 12 used 0",
                        "alice [root/physics] allocated 8 reserved 0 used 3",
                        "dave [] allocated 0 reserved 0 used 1"),
                use.lines().stream()
                        .map(line -> line.user() + " " + line.banks() + " allocated "
                                + line.use().allocated() / HOUR_MICROS + " reserved "
                                + line.use().reserved() / HOUR_MICROS
                                + " used " + line.use().used() / HOUR_MICROS)
                        .toList());
    }

    /** Two GPUs and billing 9 for two hours, of which the period has one; and half of 7 kJ that were consumed in them. */
    @Test
    void whatIsHeldByNameIsCountedInThePeriodAndEnergyIsConsumed() {
        List<Charge> charges = List.of(
                with(
                        Map.of("gres/gpu", 2L, "billing", 9L),
                        allocation(ChargeKind.USER, "alice", 7, "root/physics", 0, 8, 0)),
                with(
                        Map.of("gres/gpu", -2L, "billing", -9L),
                        allocation(ChargeKind.USER, "alice", 7, "root/physics", 2, -8, 0)),
                energy(7_000_000));
        List<String> names = List.of("gres/gpu", "billing", "energy", "cpu", "license/matlab");
        TopUsers use = Posted.to(new TopUsers(DAY, names), DAY, charges);
        assertEquals(
                List.of(2 * HOUR_MICROS, 9 * HOUR_MICROS, 3_500_000L, 8 * HOUR_MICROS, 0L),
                use.lines().get(0).use().tres());
    }

    private static Charge with(Map<String, Long> tres, Charge charge) {
        return Charge.newBuilder(charge)
                .setEntry(AllocationChange.newBuilder((AllocationChange) charge.getEntry())
                        .setTres(tres)
                        .build())
                .build();
    }

    @Test
    void anAccountIsTheSumOfItsUsersAndOfTheAccountsBelow() {
        List<Charge> charges = new ArrayList<>(CHARGES);
        charges.add(allocation(ChargeKind.USER, "erin", 10, "", 4, 2, 0));
        AccountUtilization use = Posted.to(new AccountUtilization(DAY, List.of()), DAY, charges);
        assertEquals(
                List.of(
                        "0  null 2+0",
                        "0  erin 2+0",
                        "0 root null 9+12",
                        "1 root/biology null 1+0",
                        "1 root/biology bob 1+0",
                        "1 root/physics null 8+12",
                        "1 root/physics alice 8+0",
                        "2 root/physics/theory null 0+12",
                        "2 root/physics/theory bob 0+12"),
                use.lines().stream()
                        .map(line -> line.depth() + " " + line.account() + " " + line.user() + " "
                                + line.use().allocated() / HOUR_MICROS + "+"
                                + line.use().reserved() / HOUR_MICROS)
                        .toList());
    }

    /** Energy that a job's scheduler said has the job's bank; what sessions consumed has none. */
    @Test
    void anAccountHoldsByNameWhatItsUsersHold() {
        List<Charge> charges = List.of(
                with(Map.of("gres/gpu", 2L), allocation(ChargeKind.USER, "alice", 7, "root/physics", 0, 0, 0)),
                with(Map.of("gres/gpu", -2L), allocation(ChargeKind.USER, "alice", 7, "root/physics", 2, 0, 0)),
                with(Map.of("gres/gpu", 1L), allocation(ChargeKind.USER, "bob", 9, "root", 4, 1, 0)),
                ofBank("root/physics", energy(7_000_000)),
                energy(1_000_000));
        AccountUtilization use = Posted.to(new AccountUtilization(DAY, List.of("gres/gpu", "energy")), DAY, charges);
        assertEquals(
                List.of(
                        "root null 3 3500000",
                        "root bob 1 0",
                        "root/physics null 2 3500000",
                        "root/physics alice 2 3500000"),
                use.lines().stream()
                        .map(line -> line.account() + " " + line.user() + " "
                                + line.use().tres(0) / HOUR_MICROS + " "
                                + line.use().tres(1))
                        .toList());
    }

    private static Charge energy(long millijoules) {
        Charge charge = usage("alice", "n1", 0, 2, 0);
        return Charge.newBuilder(charge)
                .setEntry(Usage.newBuilder((Usage) charge.getEntry())
                        .setEnergyMillijoules(millijoules)
                        .build())
                .build();
    }

    private static Charge ofBank(String bank, Charge charge) {
        return Charge.newBuilder(charge)
                .setDimensions(Dimensions.newBuilder(charge.getDimensions())
                        .setBank(bank)
                        .build())
                .build();
    }
}
