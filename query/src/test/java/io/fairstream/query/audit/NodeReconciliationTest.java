package io.fairstream.query.audit;

import static io.fairstream.testing.SyntheticUse.node;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Node;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The row of node n1 says that of 40 us of its processors sessions used 7, SYSTEM 1 and IDLE 30; for 2 it was down. */
class NodeReconciliationTest {
    private static final Node N1 = node("n1", 4, 1, 7, 1, 30, 2);

    private static List<Check> checks(Node row, String charges, boolean isWhole) {
        NodeReconciliation book = new NodeReconciliation(List.of(row));
        Stream.of(charges.split(", ", -1)).map(NodeReconciliationTest::charge).forEach(book::charge);
        return book.checks(isWhole);
    }

    /** Such as {@code alice 4}, or {@code alice 4 n2} on another node. */
    private static Charge charge(String text) {
        String[] words = text.split(" ", -1);
        return usage(words[0], words.length > 2 ? words[2] : "n1", 0, 1, Long.parseLong(words[1]));
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
        alice 4, bob 3, SYSTEM 1, IDLE 30, DOWN 2            | 1 nodes                                  | all of it was charged
        alice 9, alice -5, bob 3, SYSTEM 1, IDLE 30, DOWN 2  | 1 nodes                                  | corrections are charges
        alice 4, SYSTEM 1, IDLE 30, DOWN 2                   | "tux/n1" sessionsMicros: 7 (expected: 4) | bob's use is missing
        alice 7, SYSTEM 2, IDLE 30, DOWN 2                   | "tux/n1" systemMicros: 1 (expected: 2)   | SYSTEM is a part of its own
        alice 7, SYSTEM 1, IDLE 31, DOWN 2                   | "tux/n1" idleMicros: 30 (expected: 31)   | so is IDLE
        alice 7, SYSTEM 1, IDLE 30, DOWN 3                   | "tux/n1" downMicros: 2 (expected: 3)     | and DOWN
        alice 7, SYSTEM 1, IDLE 30, DOWN 2, bob 1 n2         | "tux/n2": no row (expected: one)         | a node without a row
        alice 37, SYSTEM 1, DOWN 2   | "tux/n1" sessionsMicros: 7 (expected: 37); "tux/n1" idleMicros: 30 (expected: 0) | what one used another was not
        """)
    void whatUsersWereChargedIsWhatTheRowSays(String charges, String detail, String why) {
        assertEquals(
                new Check("nodes = charges", detail.equals("1 nodes"), detail),
                checks(N1, charges, true).get(1),
                why);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        40 | 1 nodes, 40 us                                              | 7 + 1 + 30 + 2
        41 | "tux/n1" capacityMicros: 41 (expected: 40, sum of the parts) | a microsecond went nowhere
        39 | "tux/n1" capacityMicros: 39 (expected: 40, sum of the parts) | one came from nowhere
        """)
    void thePartsOfANodesTimeAreItsCapacityToTheMicrosecond(long capacity, String detail, String why) {
        Node row = Node.newBuilder(N1).setCapacityMicros(capacity).build();
        Check check = checks(row, "alice 7, SYSTEM 1, IDLE 30, DOWN 2", true).get(0);
        assertEquals(new Check("sessions + system + idle + down = capacity", capacity == 40, detail), check, why);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"JOB", "ASSOCIATION"})
    void onlyChargesOfUsersAreOfNodes(ChargeKind kind) {
        NodeReconciliation book = new NodeReconciliation(List.of());
        book.charge(usage(kind, "root", "alice", "n1", 0, 1, 5));
        assertEquals("0 nodes", book.checks(true).get(1).detail());
    }

    @ParameterizedTest(name = "{0} parts differ")
    @CsvSource(delimiter = '|', textBlock = """
        3 | alice 7                 | "tux/n1" systemMicros: 1 (expected: 0); "tux/n1" idleMicros: 30 (expected: 0); "tux/n1" downMicros: 2 (expected: 0)
        4 | alice 8                 | "tux/n1" sessionsMicros: 7 (expected: 8); "tux/n1" systemMicros: 1 (expected: 0); "tux/n1" idleMicros: 30 (expected: 0); and 1 more
        """)
    void threeDifferencesAreExamplesOfAll(int differences, String charges, String detail) {
        assertEquals(detail, checks(N1, charges, true).get(1).detail());
    }

    @ParameterizedTest(name = "charges {0}")
    @CsvSource({"alice 1", "alice 7"})
    void chargesThatAreDeletedInPartAreNotCompared(String charges) {
        Check check = checks(N1, charges, false).get(1);
        assertEquals(new Check("nodes = charges", true, "not checked: older records of charges are deleted"), check);
    }
}
