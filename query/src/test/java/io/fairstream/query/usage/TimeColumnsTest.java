package io.fairstream.query.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Columns;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percent is of 9000 s; the usual unit is minutes. */
class TimeColumnsTest {
    private static final long WHOLE = 9_000_000_000L;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // the unit asked for; name and value for programs, header and cell for people
        "        , allocatedMicros , 4500000000, ALLOCATED (min), 75.00 , exact whole numbers",
        "SECONDS , allocatedSeconds, 4500      , ALLOCATED (s)  , '4,500.00', the name says the unit",
        "MINUTES , allocatedMinutes, 75        , ALLOCATED (min), 75.00 , also when it is the usual one",
        "HOURS   , allocatedHours  , 1.25      , ALLOCATED (h)  , 1.25  , ",
        "PERCENT , allocatedPercent, 50        , ALLOCATED      , 50.0 %, people see the sign in each cell",
    })
    void aUnitThatIsAskedForIsForAll(
            @Nullable Unit asked, String name, BigDecimal value, String header, String cell, @Nullable String why) {
        Column<Long> column = column(asked);
        assertEquals(name, column.name(), why);
        assertEquals(value.toPlainString(), String.valueOf(column.value().apply(4_500_000_000L)), why);
        assertEquals(header, column.header(), why);
        assertEquals(cell, cell(column, 4_500_000_000L), why);
    }

    @ParameterizedTest(name = "{0} us are {1} h")
    @CsvSource({
        "1          , 0",
        "1800       , 0.000001",
        "1799       , 0",
        "-1         , 0",
        "36000000000, 10",
        "1234567890 , 0.342936",
    })
    void unitsHaveSixDecimalsAndNoExponent(long micros, String hours) {
        assertEquals(hours, String.valueOf(column(Unit.HOURS).value().apply(micros)));
    }

    @Test
    void whatIsUnknownIsEmptyAndSoIsAPartOfNothing() {
        Columns<Boolean> columns = new Columns<>();
        new TimeColumns(Unit.HOURS, null).processorTime(columns, "capacity", row -> null, row -> null);
        new TimeColumns(Unit.HOURS, Unit.HOURS).processorTime(columns, "capacity", row -> null, row -> 1L);
        new TimeColumns(Unit.HOURS, Unit.PERCENT).processorTime(columns, "part", row -> 5L, row -> 0L);
        new TimeColumns(Unit.HOURS, Unit.PERCENT).processorTime(columns, "part", row -> 5L, row -> null);
        for (Column<Boolean> column : columns.report(List.of()).columns()) {
            assertNull(column.value().apply(true), column.name());
            assertNull(column.shown().apply(true), column.name());
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "       , nodeSecondsFrom8, 7200.5 , 1+ (min), 120.01",
        "HOURS  , nodeHoursFrom8  , 2.000139, 1+ (h)  , 2.00",
        "PERCENT, nodePercentFrom8, 50     , 1+      , 50.0 %",
    })
    void nodeTimeIsInSecondsUnlessAnotherUnitIsAskedFor(
            @Nullable Unit asked, String name, BigDecimal value, String header, String cell) {
        Columns<BigDecimal> columns = new Columns<>();
        BigDecimal whole = asked == Unit.PERCENT ? new BigDecimal("14401") : BigDecimal.ONE;
        new TimeColumns(Unit.MINUTES, asked).nodeTime(columns, "From8", "1+", row -> row, whole);
        Column<BigDecimal> column = columns.report(List.of()).columns().get(0);
        BigDecimal seconds = new BigDecimal("7200.500");
        assertEquals(name, column.name());
        assertEquals(value, column.value().apply(seconds));
        assertEquals(header, column.header());
        assertEquals(cell, cell(column, seconds));
    }

    private static Column<Long> column(@Nullable Unit asked) {
        Columns<Long> columns = new Columns<>();
        new TimeColumns(Unit.MINUTES, asked).processorTime(columns, "allocated", micros -> micros, micros -> WHOLE);
        return columns.report(List.of()).columns().get(0);
    }

    private static <R> String cell(Column<R> column, R row) {
        Object shown = Objects.requireNonNull(column.shown().apply(row));
        return column.format().over(List.of(shown), ZoneOffset.UTC).apply(shown);
    }
}
