package io.fairstream.streams.wire;

import io.fairstream.rules.assign.AppVersion;
import io.fairstream.rules.assign.Keyword;
import io.fairstream.rules.assign.Project;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Decisions about projects. */
public final class ProjectWire implements FastAvroReader<Project>, FastAvroWriter<Project> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.Project.getClassSchema();
    }

    @Override
    public Project read(AvroIn in) {
        String name = in.readString();
        String url = in.readString();
        double share = in.readDouble();
        List<AppVersion> versions = new ArrayList<>();
        in.readBlocks(() -> versions.add(new AppVersion(in.readString(), in.readBoolean(), in.readBoolean())));
        List<Keyword> keywords = new ArrayList<>();
        in.readBlocks(() -> keywords.add(new Keyword(in.readString(), in.readDouble())));
        return new Project(name, url, share, versions, keywords);
    }

    @Override
    public void write(Project project, AvroOut out) {
        out.writeString(project.name());
        out.writeString(project.url());
        out.writeDouble(project.share());
        out.writeItems(project.versions(), version -> {
            out.writeString(version.platform());
            out.writeBoolean(version.usesGpu());
            out.writeBoolean(version.needsVm());
        });
        out.writeItems(project.keywords(), keyword -> {
            out.writeString(keyword.keyword());
            out.writeDouble(keyword.fraction());
        });
    }
}
