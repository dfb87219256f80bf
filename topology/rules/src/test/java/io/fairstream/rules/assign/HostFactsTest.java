package io.fairstream.rules.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.assign.Chooser.HostFacts;
import io.fairstream.rules.assign.Project.Resource;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFactsTest {
    private static HostReport report(Hardware hardware, String projects) {
        List<ProjectTotals> totals = new ArrayList<>();
        for (String word : projects.isEmpty() ? new String[0] : projects.split(" ", -1)) {
            String[] part = word.split("[/:]", -1);
            totals.add(new ProjectTotals(
                    part[0],
                    part[1],
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    part[2].contains("c"),
                    part[2].contains("g"),
                    part[2].contains("!") ? 3 : 0));
        }
        return new HostReport("h1", "alice", "e", 1, 0, List.of("linux", "linux", "any"), hardware, totals);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4 | 0 | true  | true  | [CPU]      | false | no GPU, whatever is said of it
            4 | 2 | true  | false | [CPU, GPU] | true  | both, and virtual machines
            4 | 2 | false | false | [CPU]      | true  | a GPU that projects cannot use
            0 | 1 | true  | true  | [GPU]      | false | a GPU alone
            0 | 0 | false | true  | []         | false | nothing
            """)
    void takesWhatProjectsCanUse(
            int processors, int gpus, boolean usable, boolean noVm, String resources, boolean canRunVm, String reason) {
        HostFacts facts = HostFacts.of(report(new Hardware(processors, gpus, 1e9, 1e12, usable, noVm), ""));
        assertEquals(resources, new TreeSet<>(facts.resources()).toString(), reason);
        assertEquals(canRunVm, facts.canRunVm(), reason);
        assertEquals(Set.of("linux", "any"), facts.platforms());
        assertEquals("h1 alice", facts.host() + " " + facts.user());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                 | {}                 | a host that works for none yet
            a/:                | {a=[]}             | work for all
            a/:c               | {a=[CPU]}          | no work for CPUs
            a/:cg              | {a=[CPU, GPU]}     | for neither
            a/:!               | {a=[CPU, GPU]}     | could not be asked
            a/:c b/:g          | {a=[CPU], b=[GPU]} | each for itself
            a/x:c a/y:         | {a=[]}             | another app has work
            a/x:cg a/y:g       | {a=[GPU]}          | one app has work for CPUs, none for GPUs
            a/x:! a/y:c        | {a=[CPU]}          | one app could not be asked, the other has none for CPUs
            """)
    void takesOfWhatProjectsHadNoWork(String projects, String dry, String reason) {
        Map<String, Set<Resource>> told = new TreeMap<>();
        HostFacts.of(report(new Hardware(1, 1, 1, 1, true, true), projects))
                .dry()
                .forEach((project, resources) -> told.put(project, new TreeSet<>(resources)));
        assertEquals(dry, told.toString(), reason);
    }
}
