@NullMarked
package io.fairstream.slurm.jobcomp;

import org.jspecify.annotations.NullMarked;
