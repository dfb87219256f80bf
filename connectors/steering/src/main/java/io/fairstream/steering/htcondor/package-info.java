/** HTCondor: priority factors of submitters. */
@NullMarked
package io.fairstream.steering.htcondor;

import org.jspecify.annotations.NullMarked;
