@NullMarked
package io.fairstream.steering.slurm;

import org.jspecify.annotations.NullMarked;
