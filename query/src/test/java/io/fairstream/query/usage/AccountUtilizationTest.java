package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A period from 2 to 6, so that a processor held from its begin on is four hours. */
class AccountUtilizationTest {
    private static final Period PERIOD = new Period(at(2), at(6));

    /** {@code ann of root/lab holds 4 at 1}; {@code ann uses 3} in a session. */
    private static Charge charge(String text) {
        String[] words = text.split(" ", -1);
        return words[1].equals("uses")
                ? usage(words[0], "n1", 2, 3, Long.parseLong(words[2]) * HOUR_MICROS)
                : allocation(
                        ChargeKind.USER,
                        words[0],
                        7,
                        words[2],
                        Double.parseDouble(words[6]),
                        Integer.parseInt(words[4]),
                        0);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
        # charges; accounts and their users with hours
        ann of root holds 1 at 2                              | root 4, root:ann 4 | an account comes before its users
        ann of root holds 1 at 2, bob of root holds 2 at 2    | root 12, root:bob 8, root:ann 4 | who is charged most comes first
        bob of root holds 1 at 2, ann of root holds 1 at 2    | root 8, root:ann 4, root:bob 4 | else by name
        ann of root/b holds 1 at 2, bob of root/a holds 1 at 2 | root 8, root/a 4, root/a:bob 4, root/b 4, root/b:ann 4 | accounts are by name
        ann of root/a holds 1 at 2, bob of root holds 1 at 5  | root 5, root:bob 1, root/a 4, root/a:ann 4 | its users before the accounts below
        ann of root/a holds 1 at 2, ann of root/b holds 1 at 2 | root 8, root/a 4, root/a:ann 4, root/b 4, root/b:ann 4 | one user in two accounts
        ann of root/a holds 1 at 0, ann of root/a holds -1 at 2, bob of root/b holds 1 at 4 | root 2, root/b 2, root/b:bob 2 | who had nothing in the period is left out, with the account
        ann of root holds 1 at 2, ann uses 3                  | root 4, root:ann 4 | a session is of no account
        """)
    void anAccountHasWhatItsUsersAndTheAccountsBelowHave(String charges, String lines, String why) {
        List<Charge> all = Stream.of(charges.split(", ", -1))
                .map(AccountUtilizationTest::charge)
                .toList();
        assertEquals(
                lines,
                Posted.to(new AccountUtilization(PERIOD, List.of()), PERIOD, all).lines().stream()
                        .map(line -> line.account() + (line.user() == null ? "" : ":" + line.user()) + " "
                                + line.use().charged() / HOUR_MICROS)
                        .collect(Collectors.joining(", ")),
                why);
    }
}
