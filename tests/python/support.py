# SPDX-License-Identifier: Apache-2.0
import nonsmooth as ns

GRAVITY = 9.81


def ball_model(force=None, law=None, q0=1.0):
    """A point mass above a floor."""
    model = ns.Model()
    ball = model.add(ns.Lagrangian(name="ball", mass=[[1.0]], q0=[q0],
                                   force=ns.constant([-GRAVITY]) if force is None else force))
    floor = model.add(ns.Interaction(on=[ball], relation=ns.LinearRelation(H=[[1.0]]), name="floor",
                                     law=ns.NewtonImpact(e=0.9) if law is None else law))
    return model, ball, floor
