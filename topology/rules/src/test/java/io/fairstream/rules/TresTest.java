package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.AllocatedResources.Tres;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TresTest {
    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "cpu=4,mem=16G,node=1,billing=5,gres/gpu=2 | {billing=5, cpu=4, gres/gpu=2, mem=16384, node=1} | as Slurm writes it",
                "cpu=12,mem=48000M,node=1                  | {cpu=12, mem=48000, node=1}      | memory in its unit",
                "mem=500                                   | {mem=500}                        | memory without a unit is in MiB",
                "mem=1K                                    | {mem=1}                          | a part of a MiB is rounded up",
                "mem=1.50G                                 | {mem=1536}                       | Slurm rounds to hundredths",
                "bb/cray=1T                                | {bb/cray=1048576}                | burst buffers are memory",
                "gres/gpu:a100=2,gres/gpu=2                | {gres/gpu=2, gres/gpu:a100=2}    | a type and the sum over types",
                "license/matlab=3,license/ansys@db=1       | {license/ansys@db=1, license/matlab=3} | licences, local and remote",
                "cpu=4,energy=18446744073709551614         | {cpu=4}                          | energy is consumed and not held",
                "cpu=4,gres/gpu=18446744073709551614       | {cpu=4}                          | 2^64 - 2 is no value",
                "cpu=0,node=1                              | {node=1}                         | what is 0 is not named",
                "cpu,=3,mem=much,node=-1                   | {}                               | what is no name and amount",
                "fs/lustre=2K                              | {fs/lustre=2048}                 | a count may have a unit, too",
            })
    void isReadAsSlurmWritesIt(String text, String amounts, String reason) {
        assertEquals(amounts, Tres.parse(text).amounts().toString(), reason);
    }

    @Test
    void nothingIsReadOfNothing() {
        assertEquals(Tres.EMPTY, Tres.parse(""));
    }

    @Test
    void changesAddUpAndAreTakenBack() {
        Tres held = Tres.parse("node=2,gres/gpu=4");
        assertEquals(Tres.EMPTY, held.minus(held));
        assertEquals(Tres.parse("node=6,gres/gpu=12"), held.times(3));
        assertEquals(Tres.parse("gres/gpu=4"), held.minus(Tres.parse("node=2")));
    }

    @Test
    void onlySoManyNamesHaveRoom() {
        Tres known = Tres.of(new TreeMap<>(Map.of("a", 1L, "b", 2L)));
        Tres more = Tres.of(new TreeMap<>(Map.of("a", 5L, "x", 6L, "y", 7L)));
        assertEquals(more, more.within(3, known));
        assertEquals(Tres.of(new TreeMap<>(Map.of("a", 5L, Tres.OTHER, 13L))), more.within(2, known));
    }

    /** Against maps, of amounts so large that sums stop. */
    @Test
    void areSumsByName() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            SortedMap<String, Long> one = amounts(random);
            SortedMap<String, Long> other = amounts(random);
            TreeMap<String, Long> both = new TreeMap<>(one);
            other.forEach((name, amount) -> both.merge(name, amount, Sums::add));
            both.values().removeIf(amount -> amount == 0);
            assertEquals(both, Tres.of(one).plus(Tres.of(other)).amounts());
            for (String name : List.of("a", "c", "e")) {
                assertEquals(both.getOrDefault(name, 0L), Tres.of(both).get(name));
                both.put(name, 3L);
                assertEquals(both, Tres.of(both).with(name, 9).with(name, 3).amounts());
            }
            assertEquals(Tres.of(both).hashCode(), Tres.of(new TreeMap<>(both)).hashCode());
        }
    }

    private static SortedMap<String, Long> amounts(Random random) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = String.valueOf((char) ('a' + random.nextInt(6)));
            amounts.put(name, random.nextInt(9) == 0 ? Long.MAX_VALUE : random.nextInt(5) - 2L);
        }
        return amounts;
    }
}
