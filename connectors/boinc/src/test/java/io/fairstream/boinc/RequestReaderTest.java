package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RequestReaderTest {
    /** Synthetic: a client with three GPUs of two kinds that has worked. */
    private static final String WORKED = """
            <acct_mgr_request>
              <name>alice</name><client_version>8.0.2</client_version><host_cpid>c</host_cpid>
              <platform_name>windows_x86_64</platform_name>
              <alt_platform><name>windows_intelx86</name></alt_platform>
              <project><url>http://a.example/</url><nrpc_failures>2</nrpc_failures>
                <cpu_ec>10.5</cpu_ec><cpu_time>3600</cpu_time><gpu_ec>200</gpu_ec><gpu_time>60</gpu_time>
                <njobs_success>7</njobs_success><njobs_error>1</njobs_error>
                <sched_req_no_work>CPU</sched_req_no_work><sched_req_no_work>NVIDIA</sched_req_no_work></project>
              <project><url>http://b.example/</url><attached_via_acct_mgr/><cpu_time>0</cpu_time>
                <sched_req_no_work>CPU</sched_req_no_work></project>
              <host_info><p_ncpus>8</p_ncpus><p_fpops>4.2e9</p_fpops><p_vm_extensions_disabled>1</p_vm_extensions_disabled>
                <n_usable_coprocs>USABLE</n_usable_coprocs>
                <coprocs><coproc_cuda><count>2</count><peak_flops>6e12</peak_flops>
                  <coproc_opencl><peak_flops>1</peak_flops></coproc_opencl></coproc_cuda>
                  <coproc_intel_gpu><count>1</count><peak_flops>3e11</peak_flops></coproc_intel_gpu></coprocs></host_info>
            </acct_mgr_request>
            """;

    private static ClientRequest read(int usable) throws MalformedRequest {
        return RequestReader.read(
                WORKED.replace("USABLE", Integer.toString(usable)).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aHostIsReadWithAllItsGpus() throws MalformedRequest {
        assertEquals(
                new Hardware(
                        List.of("windows_x86_64", "windows_intelx86"), 8, 3, 4.2e9, (2 * 6e12 + 3e11) / 3, true, true),
                read(2).hardware());
    }

    @Test
    void gpusThatTheClientCannotUseAreNotUsable() throws MalformedRequest {
        assertEquals(false, read(0).hardware().usableGpu());
    }

    @Test
    void creditIsFloatingPointOperations() throws MalformedRequest {
        ReportedProject project = read(2).projects().get(0);
        ReportedProject.Work work = Objects.requireNonNull(project.work());
        assertEquals(4.536e12, work.cpuFlops());
        assertEquals(8.64e13, work.gpuFlops(), "200 a day of 1 GFLOPS");
        assertEquals(new ReportedProject.Work(3600, 60, 10.5, 200, 7, 1), work);
        assertEquals(2, project.rpcFailures());
    }

    @Test
    void projectsSayForWhatTheyHaveNoWork() throws MalformedRequest {
        List<ReportedProject> projects = read(2).projects();
        assertTrue(projects.get(0).lacksCpuWork() && projects.get(0).lacksGpuWork());
        assertTrue(projects.get(1).lacksCpuWork() && !projects.get(1).lacksGpuWork());
        assertTrue(!projects.get(0).isManaged() && projects.get(1).isManaged());
    }

    @Test
    void aClientThatKeepsNoStatisticsLivesAsLongAsItsOwnName() throws MalformedRequest {
        assertEquals("cpid-c", read(2).epoch());
    }
}
