package io.fairstream.cli.run;

import io.fairstream.admin.Diagnosis;
import io.fairstream.admin.Diagnosis.Level;
import io.fairstream.admin.Doctor;
import io.fairstream.admin.Estimate;
import io.fairstream.admin.Load;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code doctor}: checks a cluster and a machine. */
@Command(
        name = "doctor",
        footer = {
            "fairstream doctor --bootstrap-server HOST:PORT",
            "fairstream doctor --size events=500,job-events=20,keys=1000000"
        },
        description = {
            "Check the requirements of the topology: brokers and their settings, topics and replicas, "
                    + "keys and clocks of producers, the registry, ACLs and disks; advise on each finding. Changes "
                    + "nothing.",
            "Exit with 1 if something is WRONG; 'look' marks what works but may not be intended."
        })
public final class DoctorCommand extends RowsCommand implements Shows {
    @Option(
            names = "--size",
            split = ",",
            paramLabel = "NAME=NUMBER",
            description = "Estimate the resources for rates per second of match events (events), job-events, session "
                    + "deltas (deltas) and host reports (reports), and numbers of keys (customers, slots, jobs, "
                    + "nodes, hosts). Needs no cluster.")
    private Map<String, String> size = Map.of();

    @Override
    public Integer call() {
        if (!size.isEmpty()) {
            print(new Estimate(load()).document());
            return 0;
        }
        try (Cluster cluster = open()) {
            List<Diagnosis> findings = Doctor.examine(cluster.settingsWithRegistry(), Clock.systemUTC());
            print(new Document().with(Doctor.document(findings)));
            long wrong = findings.stream()
                    .filter(finding -> finding.level() == Level.WRONG)
                    .count();
            if (wrong > 0) {
                throw new Failure("doctor: " + wrong + " findings are WRONG (expected: none)");
            }
            return 0;
        }
    }

    @Override
    public Document document(TopicReader reader) {
        return size.isEmpty()
                ? Doctor.document(Doctor.examine(reader.settings(), Clock.systemUTC()))
                : new Estimate(load()).document();
    }

    private Load load() {
        try {
            return Estimate.parse(size);
        } catch (IllegalArgumentException e) {
            throw usage("--size: " + e.getMessage());
        }
    }
}
