package io.fairstream.query.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.tables.Named.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTest {
    private static List<String> found(String text, int limit, List<String> names) {
        Search search = new Search(text, limit);
        names.forEach(name -> search.offerPath(Kind.BANK, name, () -> ""));
        return search.best().stream().map(Named::name).toList();
    }

    @ParameterizedTest(name = "{0}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "alice | xalice,x alice,alicex,Alice           | Alice,alicex,x alice,xalice       | exact, prefix, word, inside",
                "ALICE | alice@a,ALICE@b                       | ALICE@b,alice@a                   | upper and lower case are the same",
                "phys  | root/physics,root/x-phys,root/biophys | root/physics,root/x-phys,root/biophys | the last part of a path begins, then words",
                "physics | root/physics/alice,root/physics     | root/physics,root/physics/alice   | the last part is what it is called",
                "17    | tux/117,tux/17,tux/170                | tux/17,tux/170,tux/117            | numbers, too",
                "b     | xb-b,xbb                              | xb-b,xbb                          | a later word also counts",
                "é     | José,é1,e                             | é1,José                           | letters are what they are",
                "a.b   | axb,a.b                               | a.b                               | no pattern",
                "x     | a,b                                   |                                   | nothing",
            })
    void theBestComesFirst(String text, String names, String expected, String why) {
        List<String> all = List.of(names.split(",", -1));
        List<String> wanted = expected == null ? List.of() : List.of(expected.split(",", -1));
        assertEquals(wanted, found(text, 100, all), why);
        List<String> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        assertEquals(wanted, found(text, 100, reversed), "in whatever order they come");
    }

    @Test
    void equalsAreByKindAndNameAndBelongingsComeLast() {
        Search search = new Search("alice", 10);
        search.offerPath(Kind.JOB, "tux/2", "sim alice", () -> "sim of alice");
        search.offerPath(Kind.HOST, "h1", "alice", () -> "");
        search.offerPath(Kind.NODE, "tux/malice", () -> "");
        search.offer(Kind.USER, "alice", () -> "");
        search.offer(Kind.CUSTOMER, "alice", () -> "");
        search.offerPath(Kind.ASSOCIATION, "root/b/alice", () -> "");
        search.offerPath(Kind.ASSOCIATION, "root/a/alice", () -> "");
        assertEquals(
                List.of(
                        "customer alice",
                        "association root/a/alice",
                        "association root/b/alice",
                        "user alice",
                        "node tux/malice",
                        "host h1",
                        "job tux/2"),
                search.best().stream()
                        .map(named -> named.kind() + " " + named.name())
                        .toList());
        assertEquals(7, search.count());
        assertEquals("sim of alice", search.best().get(6).detail());
    }

    /** The best of 100,000 names are the first of the sorted names, for every limit. */
    @Test
    void ofManyTheBestAreKept() {
        Random random = new Random(3);
        List<String> names = random.longs(100_000)
                .mapToObj(number -> Long.toString(Math.abs(number), 36))
                .distinct()
                .toList();
        List<String> all = found("ab", Integer.MAX_VALUE, names);
        assertTrue(all.size() > 500, () -> "found " + all.size());
        for (int limit : List.of(1, 20, 500)) {
            assertEquals(all.subList(0, limit), found("ab", limit, names));
        }
    }
}
