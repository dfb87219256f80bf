package io.fairstream.query.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.usage.PayerLines.By;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ann has 5 of root and 20 of root/lab, bob 30 of root/lab, cy 40 of root/lab/night, and dan nothing of root/new. */
class PayerLinesTest {
    private static PayerLines payers() {
        PayerLines payers = new PayerLines(2);
        add(payers, "root", "ann", 5);
        add(payers, "root/lab", "ann", 15);
        add(payers, "root/lab", "ann", 5);
        add(payers, "root/lab", "bob", 30);
        add(payers, "root/lab/night", "cy", 40);
        add(payers, "root/new", "dan", 0);
        return payers;
    }

    /** The second amount is ten times the first. */
    private static void add(PayerLines payers, String bank, String user, int amount) {
        payers.add(bank, user, List.of(BigDecimal.valueOf(amount), BigDecimal.valueOf(10L * amount)));
    }

    private static String text(List<PayerLines.Line> lines) {
        return lines.stream()
                .map(line -> Stream.of(
                                line.bank(),
                                line.user(),
                                line.amount(),
                                line.amounts().get(1))
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        USER        | cy 40 400, bob 30 300, ann 25 250
        BANK        | root/lab 50 500, root/lab/night 40 400, root 5 50
        ASSOCIATION | root/lab/night cy 40 400, root/lab bob 30 300, root/lab ann 20 200, root ann 5 50
        """)
    void theMostComesFirstAndWhoHasNothingIsLeftOut(By by, String lines) {
        assertEquals(lines, text(payers().lines(by)));
        assertEquals("95 950", text(List.of(payers().total())));
    }

    @ParameterizedTest(name = "with users {0}")
    @CsvSource(delimiter = '|', textBlock = """
        false | root 95 950, root/lab 90 900, root/lab/night 40 400
        true  | root 95 950, root ann 5 50, root/lab 90 900, root/lab ann 20 200, root/lab bob 30 300, root/lab/night 40 400, root/lab/night cy 40 400
        """)
    void inATreeABankHasWhatAllBelowItHave(boolean withUsers, String lines) {
        assertEquals(lines, text(payers().tree(withUsers)));
    }

    @ParameterizedTest(name = "{0}, at most {1}")
    @CsvSource(delimiter = '|', textBlock = """
        # of 20 blocks the most has all, 30 of 40 has 15, 25 of 40 has 13; the sum has none
        USER |   | 20 15 13 0
        USER | 2 | 20 15 0
        # 40 of 50 is 16 blocks, 5 of 50 is 2
        BANK |   | 20 16 2 0
        """)
    void aBarIsAsLongAsItsPartOfTheLongest(By by, @Nullable Integer limit, String lengths) {
        PayerColumns columns = new PayerColumns(by, false, limit, true, new TimeColumns(Unit.HOURS, null));
        List<String> lines = ShownReport.lines(columns.report(
                payers(), List.of(new PayerColumns.Amount("", "USED"), new PayerColumns.Amount("Tenfold", "TENFOLD"))));
        assertEquals(
                lengths,
                lines.stream()
                        .skip(1)
                        .map(line -> "" + line.chars().filter(c -> c == '█').count())
                        .collect(Collectors.joining(" ")));
    }
}
