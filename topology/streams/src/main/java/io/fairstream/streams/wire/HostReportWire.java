package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.host.Hardware;
import io.fairstream.rules.ledger.host.HostReport;
import io.fairstream.rules.ledger.host.ProjectTotals;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Reports of volunteers' hosts. */
public final class HostReportWire implements FastAvroReader<HostReport>, FastAvroWriter<HostReport> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.HostReport.getClassSchema();
    }

    @Override
    public HostReport read(AvroIn in) {
        String host = in.readString();
        String user = in.readString();
        String epoch = in.readString();
        long sequence = in.readLong();
        long at = in.readLong();
        List<String> platforms = in.readStrings();
        int processors = in.readInt();
        int gpus = in.readInt();
        double cpuFlopsEach = in.readDouble();
        double gpuFlopsEach = in.readDouble();
        Hardware hardware =
                new Hardware(processors, gpus, cpuFlopsEach, gpuFlopsEach, in.readBoolean(), in.readBoolean());
        List<ProjectTotals> projects = new ArrayList<>();
        in.readBlocks(() -> projects.add(readProject(in)));
        return new HostReport(host, user, epoch, sequence, at, platforms, hardware, projects);
    }

    private static ProjectTotals readProject(AvroIn in) {
        return new ProjectTotals(
                in.readString(),
                in.readString(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readLong(),
                in.readLong(),
                in.readBoolean(),
                in.readBoolean(),
                in.readInt());
    }

    @Override
    public void write(HostReport report, AvroOut out) {
        Hardware hardware = report.hardware();
        out.writeString(report.host());
        out.writeString(report.user());
        out.writeString(report.epoch());
        out.writeLong(report.sequence());
        out.writeLong(report.at());
        out.writeStrings(report.platforms());
        out.writeLong(hardware.processors());
        out.writeLong(hardware.gpus());
        out.writeDouble(hardware.cpuFlopsEach());
        out.writeDouble(hardware.gpuFlopsEach());
        out.writeBoolean(hardware.usableGpu());
        out.writeBoolean(hardware.vmExtensionsDisabled());
        out.writeItems(report.projects(), project -> writeProject(project, out));
    }

    private static void writeProject(ProjectTotals totals, AvroOut out) {
        out.writeString(totals.project());
        out.writeString(totals.app());
        out.writeDouble(totals.cpuSeconds());
        out.writeDouble(totals.gpuSeconds());
        out.writeDouble(totals.cpuFlops());
        out.writeDouble(totals.gpuFlops());
        out.writeLong(totals.jobsSucceeded());
        out.writeLong(totals.jobsFailed());
        out.writeBoolean(totals.noWorkCpu());
        out.writeBoolean(totals.noWorkGpu());
        out.writeLong(totals.rpcFailures());
    }
}
