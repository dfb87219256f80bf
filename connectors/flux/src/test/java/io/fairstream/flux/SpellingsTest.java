package io.fairstream.flux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.reading.Hostlist;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flux's spellings of numbers and names; ids and host lists are the examples of RFC 19 and RFC 29. */
class SpellingsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        6731191091817518        | 6731191091817518
        ƒuZZybuNNy              | 6731191091817518
        fuZZybuNNy              | 6731191091817518
        0x17e9fb8df16c2e        | 6731191091817518
        0017.e9fb.8df1.6c2e     | 6731191091817518
        job.0017.e9fb.8df1.6c2e | 6731191091817518
        ' f7C8QGZtB '           | 13671518437376
        9223372036854775807     | 9223372036854775807
        """)
    void anIdIsReadInEverySpelling(String text, long id) throws MalformedException {
        assertEquals(id, JobId.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0                        | NO_NUMBER | no job event can say it
        9223372036854775808      | NO_NUMBER | beyond a long
        ƒjpXCZedGfVQ             | NO_NUMBER | 2^64 - 1
        0xffffffffffffffff       | NO_NUMBER | 2^64 - 1
        ''                       | MALFORMED | nothing
        -5                       | MALFORMED | no sign
        f0OIl                    | MALFORMED | letters that base 58 leaves out
        0x                       | MALFORMED | no digits
        0017.e9fb                | MALFORMED | too short
        reform-remote-galileo    | MALFORMED | words are not read
        """)
    void anIdThatCannotBeIsToldAsWhatItIs(String text, Outcome outcome, String why) {
        MalformedException problem = assertThrows(MalformedException.class, () -> JobId.parse(text), why);
        assertEquals(outcome, problem.outcomeOr(Outcome.MALFORMED), why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''          | 0 | ''
        0           | 1 | 0
        0-3,7       | 5 | 0 1 2 3 7
        [1-3,5-6]   | 5 | 1 2 3 5 6
        10,42       | 2 | 10 42
        """)
    void aSetOfIdsIsReadAsRanges(String text, long count, String ids) throws MalformedException {
        IdSet set = IdSet.parse("core", text);
        assertEquals(count, set.count());
        assertEquals(ids, set.ids().mapToObj(Integer::toString).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,", "3-1", "2,1", "1,1", "a", "01", "-1", "1--2", "[1", "1-", "9999999999", " 1"})
    void whatIsNoSetOfIdsIsRefused(String text) {
        assertThrows(MalformedException.class, () -> IdSet.parse("core", text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                | ''
        foox,fooy,fooz    | foox,fooy,fooz
        [1-3,5-6]         | 1,2,3,5,6
        foo[1-5]          | foo1,foo2,foo3,foo4,foo5
        foo[0-2]-eth2     | foo0-eth2,foo1-eth2,foo2-eth2
        foo1,foo1,foo1    | foo1,foo1,foo1
        [00-02]           | 00,01,02
        [00-2]            | 00,01,02
        foo[1,1,2,1]      | foo1,foo1,foo2,foo1
        a[9-10],b         | a9,a10,b
        """)
    void aHostlistIsExpanded(String text, String hosts) throws MalformedException {
        assertEquals(hosts, String.join(",", Hostlist.expand("nodelist", text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"foo[", "foo[]", "foo[3-1]", "a,,b", "a,", ",a", "foo[1-99999999]", "a b", "foo[1][2]", "[a]"})
    void whatIsNoHostlistIsRefused(String text) {
        assertThrows(MalformedException.class, () -> Hostlist.expand("nodelist", text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        foo[1-5]          | foo[1-5]        | neighbours
        foo1,foo3         | foo1,foo3       | not neighbours
        foo[08-11]        | foo[08-11]      | leading zeros stay
        foo[9-10]         | foo[9-10]       | no leading zeros
        foo09,foo10       | foo[09-10]      | the same width
        foo1,foo02        | foo1,foo02      | another width
        a1x,a2x,b3        | a[1-2]x,b3      | another name
        login,foo7        | login,foo7      | without a number
        foo[1,1,2]        | foo1,foo[1-2]   | twice the same
        """)
    void hostsAreWrittenAsShortAsTheyWereRead(String text, String written, String why) throws MalformedException {
        String list = Hostlist.of(Hostlist.expand("nodelist", text));
        assertEquals(written, list, why);
        assertEquals(Hostlist.expand("nodelist", text), Hostlist.expand("nodelist", list), why);
    }

    @Test
    void whatIsTooLongToShowIsShownInPart() {
        MalformedException problem =
                assertThrows(MalformedException.class, () -> Hostlist.expand("nodelist", "n[" + "1".repeat(1000)));
        assertEquals(
                "nodelist: \"n[" + "1".repeat(198) + "...\" (expected: hosts such as foo[1-3,7])",
                problem.getMessage());
    }

    @Test
    void aNumberOfManyDigitsIsNoRange() throws MalformedException {
        String host = "node20260302081500123456";
        assertEquals(host, Hostlist.of(Hostlist.expand("nodelist", host)));
    }
}
