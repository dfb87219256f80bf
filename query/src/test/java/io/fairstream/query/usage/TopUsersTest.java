package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A period from 2 to 6; times are hours, sessions use what they say evenly from the first hour to the second. */
class TopUsersTest {
    private static final Period PERIOD = new Period(at(2), at(6));

    /** {@code alice holds 4 at 1}, {@code alice reserves 2 at 3}, or {@code bob uses 2 from 1 to 3}, processor hours. */
    private static Charge charge(String text) {
        String[] words = text.split(" ", -1);
        int number = Integer.parseInt(words[2]);
        double hour = Double.parseDouble(words[4]);
        return switch (words[1]) {
            case "holds" -> allocation(ChargeKind.USER, words[0], 7, "root", hour, number, 0);
            case "reserves" -> allocation(ChargeKind.USER, words[0], 7, "root", hour, 0, number);
            default -> usage(words[0], "n1", hour, Double.parseDouble(words[6]), number * HOUR_MICROS);
        };
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
        # charges; each user with hours allocated, reserved and used
        bob holds 1 at 2, alice holds 2 at 2             | alice 8+0 0, bob 4+0 0  | who is charged most comes first
        bob holds 1 at 2, bob reserves 2 at 5, alice holds 1 at 2 | bob 4+2 0, alice 4+0 0 | what is reserved is charged
        bob holds 1 at 0, alice holds 1 at 5             | bob 4+0 0, alice 1+0 0  | only the period counts
        bob holds 1 at 2, alice holds 1 at 2, bob uses 1 from 2 to 3 | bob 4+0 1, alice 4+0 0 | of the same charge who used most
        bob holds 1 at 2, alice holds 1 at 2             | alice 4+0 0, bob 4+0 0  | else by name
        bob uses 3 from 1 to 4                           | bob 0+0 2               | two of three hours are in the period
        bob holds 4 at 6                                 | ''                      | its end is not in it
        bob holds 4 at 0, bob holds -4 at 2              | ''                      | nothing is left at its begin
        bob holds 4 at 3, bob holds -4 at 3              | ''                      | taken back
        IDLE uses 4 from 2 to 3, DOWN uses 4 from 2 to 3, SYSTEM uses 4 from 2 to 3 | '' | nobody is no user
        """)
    void usersAreRankedByWhatTheyAreChargedInThePeriod(String charges, String users, String why) {
        List<Charge> all =
                Stream.of(charges.split(", ", -1)).map(TopUsersTest::charge).toList();
        assertEquals(
                users,
                String.join(
                        ", ",
                        Posted.to(new TopUsers(PERIOD, List.of()), PERIOD, all).lines().stream()
                                .map(line -> line.user() + " " + line.use().allocated() / HOUR_MICROS + "+"
                                        + line.use().reserved() / HOUR_MICROS + " "
                                        + line.use().used() / HOUR_MICROS)
                                .toList()),
                why);
    }

    /** No process uses no time, so 0 means that nothing was measured. */
    @Test
    void useThatNobodyMeasuredIsBlank() {
        Columns<Use> columns = new Columns<>();
        new UseColumns<Use>(new TimeColumns(Unit.HOURS, null), List.of(), use -> use, Use.NONE).addUsed(columns);
        var report =
                columns.report(List.of(new Use(HOUR_MICROS, 0, 0, List.of()), new Use(0, 0, HOUR_MICROS, List.of())));
        assertEquals(List.of("USED (h)", "", "1.00"), ShownReport.lines(report));
    }
}
